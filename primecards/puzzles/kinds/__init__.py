"""The kinds of puzzle: one file each, exporting one KIND, found by being here."""
