"""Solutions to the assignment, one class per task."""

import minelab as ml


class Reasons(ml.Player):
    """Task 1: open or flag what a single clue proves."""

    methods = ("single",)

    def move(self, view, rng):
        for method in self.methods:
            proofs = ml.deduce(view, method)
            if proofs:
                return proofs[0]
        return self.guess(view)

    def guess(self, view):
        return ml.Open(view.covered[0])


class Combines(Reasons):
    """Task 2: compare two clues where one settles nothing."""

    methods = ("single", "subset")


class Chooses(Combines):
    """Task 3: open the cell that the clues around it call safest."""

    total_for = ("guess",)

    def guess(self, view):
        risks = estimates(view)
        cell = min(risks, key=risks.get)
        return ml.Guess(cell, "mean of the clues", risks[cell])


def estimates(view):
    """The risk of each covered cell: the mean of what its clues say, or that of the whole board."""
    covered, known = set(view.covered), set(view.known)
    shares = {cell: [] for cell in view.covered}
    for clue in view.open:
        around = set(view.neighbours(clue))
        hidden = around & covered
        for cell in hidden:
            shares[cell].append((view.clue(clue) - len(around & known)) / len(hidden))
    anywhere = (view.mines - len(known)) / len(covered)
    return {cell: sum(said) / len(said) if said else anywhere for cell, said in shares.items()}
