"""What is asked, what is right, and why."""
