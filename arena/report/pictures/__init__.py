"""Results as pictures for print, drawn by matplotlib: import these modules only to draw."""
