"""Bot processes: started, asked, measured and killed."""
