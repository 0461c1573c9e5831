"""python -m minelab"""

from minelab.cli import main

main()
