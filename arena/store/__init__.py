"""The data folder: database, frozen submissions, sitting logs."""
