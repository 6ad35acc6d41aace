"""The words of the page, each in a sentence: for whoever rests the pointer on them, and all of them
in a panel.
"""

from __future__ import annotations

import streamlit as st

from rcr.explain.measures import MEASURES

WORDS = {
    "Clone": "The copy of a variable that one factor sees. Cloned, a model falls into pieces.",
    "≡": "Equivalence: B ≡ B_0 says that variable B and its clone in factor 0 are in the same "
    "state. It is an edge of the graph.",
    "Relax": "Take an equivalence constraint out: the variable and its clone may differ. Such an "
    "edge is dashed, in the cut view cut in two.",
    "Compensate": "Make up for what is relaxed: change θ until the bound is as low as it gets.",
    "Recover": "Put an equivalence constraint back in: the bound cannot rise, the price may.",
    "θ": "The compensation of a relaxed edge: a factor on the variable and another on its clone, "
    "whose product is 1 where the two agree.",
    "M": "M(x, y), the pair table of an edge: what the relaxed model is worth with the variable "
    "in state x and its clone in state y, without θ of that edge.",
    "Update": "Compensate one relaxed constraint: set its θ to the best, the others as they are.",
    "×10": "Ten updates, one after the other.",
    "Sweep": "Update every relaxed constraint once.",
    "Settle": "Sweep until the bound stands still.",
    "Upper bound now": "What the relaxed model is worth with θ as it is now. The answer is no "
    "larger. It rises when an edge is relaxed.",
    "Best so far": "The lowest upper bound on the way here: this much is proved.",
    "Lower bound": "The value of the best assignment found, or of a larger part of the sum.",
    "Gap": "The best upper bound minus the lower bound: the answer lies there. At 0 it is proved.",
    "Estimate": "What belief propagation makes of it; it is no bound.",
    "Recovered": "How many of the equivalence constraints are in force.",
    "Treewidth · entries": "The price: one less than the variables and clones of the widest table, "
    "and the entries of all tables. Time and memory grow with them.",
    "Impact": f"Of a relaxed edge: {MEASURES['impact'][0]}.",
    "Residual": f"Of a relaxed edge: {MEASURES['residual'][0]}.",
    "Mutual information": f"Of a relaxed edge: {MEASURES['mutual information'][0]}.",
    "Violated": "A relaxed edge whose variable and clone differ in the relaxed model's best "
    "assignment.",
    "Suggested": "What the chosen heuristic would recover next, by rank.",
    "Piece": "A part of the relaxed model that shares no variable and no clone with the rest.",
    "Branch": "Fix a variable to one of its states: only assignments with it count from there on, "
    "so the bound of the branch can only be lower.",
    "Gather": "Take the branches on a variable together, one for each of its states: every "
    "assignment lies in one of them, so the largest of their bounds holds for all.",
    "All branches": "What all branches prove together about the whole model, once this step is "
    "done: the largest of their upper bounds.",
    "Closed": "A branch without an assignment that is better than one that is known.",
    "Certificate": "Why the answer is proved: the bounds have met, or nothing is relaxed any more.",
    "LP": "The least bound that any compensation reaches without recovering more: the optimum of a "
    "linear program.",
}


def words_panel() -> None:
    """All of them, in the order in which one meets them."""
    st.markdown("\n".join(f"- **{word}**: {meaning}" for word, meaning in WORDS.items()))
