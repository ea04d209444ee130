from primecards.rules.hands import *
