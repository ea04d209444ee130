"""The game at the keyboard: who sits at the table, what is typed and told, how it is drawn, and how it is kept."""
