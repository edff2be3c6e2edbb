"""Everything that the referee says: names, explanations, problems, faults, the verdict.

The rules hand out facts; here they become sentences, in the language that is active when they are
asked for.
"""

from .explanations.citations import Citation, citation
from .explanations.lines import explain
from .faults import fault_message, fault_place, fault_text, visible
from .mistakes import diagnosis_text
from .phrase_feedback import phrase_document
from .problems import problem_message, problem_place
from .result import errors_document, result_document
from .verdict import verdict

__all__ = [
    "Citation",
    "citation",
    "diagnosis_text",
    "errors_document",
    "explain",
    "fault_message",
    "fault_place",
    "fault_text",
    "phrase_document",
    "problem_message",
    "problem_place",
    "result_document",
    "verdict",
    "visible",
]
