"""The shell: workers and tasks that join the parts."""
