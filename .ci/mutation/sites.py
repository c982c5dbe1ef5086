"""Where Swift code can be broken in one line, and how: the mutants of a file.

A mutant keeps its line's length in lines, so that a message of the compiler still names it. Both
readings of the line are compiled; which one counts is decided when the tests run.
"""
import dataclasses
import re

# Each operator, and what somebody could have written instead.
OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "&&": "||", "||": "&&", "+": "-", "-": "+", "+=": "-=", "-=": "+=", "&+": "&-",
}
OPERATOR = re.compile(r"(?<= )(<=|>=|<|>|==|!=|&&|\|\||\+=|-=|\+|-|&\+)(?= )")
NUMBER = re.compile(r"(?<![\w.$#])(\d[\d_]*)(?![\w.])")
TRUTH = re.compile(r"(?<![\w.])(true|false)(?!\w)")
# In a line with both readings: whether the broken one counts.
CHOICE = "MUTANT"
# What a condition may not be taken apart at, and what may not stand inside `? :`.
BINDING = re.compile(r"\b(let|var|case|#available|#unavailable)\b")
EFFECTFUL = re.compile(r"\b(try|await|consume|throw|switch|if|inout)\b|[^&]&[a-zA-Z]")
# A statement that is no more than a call.
CALL = re.compile(r"^[a-z_]\w*[!?]?(\.[a-zA-Z_]\w*[!?]?)*\(.*\)$")
NO_CALL = re.compile(
    r"^(guard|if|while|for|return|switch|case|super|init|self\.init|precondition\w*|assert\w*"
    r"|fatalError|defer|throw|func|withUnsafe\w*)\b"
)


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One way to break one line."""

    path: str
    line: int
    kind: str
    before: str
    after: str
    # The line with both readings; CHOICE stands where it is asked which of them counts.
    both: str

    @property
    def key(self) -> str:
        """What stays the same when lines above it come and go."""
        return f"{self.path}: {self.before} -> {self.after}"


def balanced(text: str) -> bool:
    """Whether brackets close in the line itself."""
    depth = 0
    for character in without_strings(text):
        depth += (character in "([{") - (character in ")]}")
        if depth < 0:
            return False
    return depth == 0


def without_strings(text: str) -> str:
    """The text with each character of a string literal replaced, and of the same length."""
    return re.sub(r'"(?:\\.|[^"\\])*"', lambda found: "_" * len(found[0]), text)


def clauses(condition: str) -> list[str]:
    """The clauses of a condition, which commas outside brackets separate."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(without_strings(condition)):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append(condition[start:place])
            start = place + 1
    return parts + [condition[start:]]


def changes(expression: str) -> list[tuple[str, str]]:
    """Each expression that differs from this one in an operator or a constant, with its kind."""
    visible, found = without_strings(expression), []
    for operator in OPERATOR.finditer(visible):
        if '"' not in expression or operator[0] != "+":  # Texts can't be subtracted.
            found.append(("operator", operator, OPERATORS[operator[0]]))
    for number in NUMBER.finditer(visible):
        found.append(("constant", number, str(int(number[0].replace("_", "")) + 1)))
    for truth in TRUTH.finditer(visible):
        found.append(("constant", truth, "false" if truth[0] == "true" else "true"))
    return [
        (kind, expression[:match.start()] + other + expression[match.end():])
        for kind, match, other in found
    ]


def of_condition(head: str, condition: str, tail: str, kind: str):
    """The mutants of the clauses of a condition between `head` and `tail`."""
    parts = clauses(condition)
    for place, part in enumerate(parts):
        clause = part.strip()
        if BINDING.search(clause) or EFFECTFUL.search(clause) or not balanced(clause):
            continue
        others = changes(clause) + [("branch", f"!({clause})")]
        if kind == "guard":
            others += [("guard", "true")]
        for name, other in others:
            space = part[:len(part) - len(part.lstrip())]

            def line(text: str) -> str:
                return head + ",".join(parts[:place] + [space + text] + parts[place + 1:]) + tail

            yield name, line(other), line(f"({CHOICE} ? ({other}) : ({clause}))")


def of_line(text: str, before: str, after: str):
    """The mutants of a line between its neighbours: kind, new line, line with both readings."""
    indent, code = text[:len(text) - len(text.lstrip())], text.strip()
    visible = without_strings(code)
    if "//" in visible or '"""' in code or code.startswith(("/", "*", "@", "#", ".", "?", ":")):
        return
    # A line that goes on in the next one, or began in one before.
    if after.startswith((".", "?", ":", "&&", "||", "+", "-", "??", "==")):
        return
    if before.endswith((",", "(", "[", "=", ":", "&&", "||", "return", "->", "?")):
        return
    condition = re.match(r"(if|guard|while|\} else if) (.*?)( else)? \{(.*)$", code)
    if condition:
        word, inner, otherwise, rest = condition.groups()
        tail = f"{otherwise or ''} {{{rest}"
        yield from of_condition(f"{indent}{word} ", inner, tail, word)
        return
    value = re.match(r"(return |(?:let |var )?[\w.]+(?:: [\w.?]+)? \+?-?= )(.+)$", code)
    if value and balanced(code) and not EFFECTFUL.search(value[2]) and "{" not in value[2]:
        for kind, other in changes(value[2]):
            both = f"({CHOICE} ? ({other}) : ({value[2]}))"
            yield kind, f"{indent}{value[1]}{other}", f"{indent}{value[1]}{both}"
        step = re.match(r"([\w.]+ )(\+=|-=)( .+)$", code)
        if step and '"' not in code:
            other = f"{step[1]}{OPERATORS[step[2]]}{step[3]}"
            yield "operator", indent + other, f"{indent}if {CHOICE} {{ {other} }} else {{ {code} }}"
        return
    if CALL.match(visible) and balanced(code) and not NO_CALL.match(code):
        yield "call", f"{indent}// {code}", f"{indent}if !{CHOICE} {{ {code} }}"


def of_file(path: str, text: str) -> list[Mutant]:
    """All mutants of a file."""
    lines, found, depth = text.split("\n"), [], 0
    for number, line in enumerate(lines):
        # Inside a literal of several lines nothing is code.
        if line.count('"""') % 2:
            depth = 1 - depth
            continue
        if depth:
            continue
        before = next((x.strip() for x in reversed(lines[:number]) if x.strip()), "")
        after = next((x.strip() for x in lines[number + 1:] if x.strip()), "")
        for kind, other, both in of_line(line, before, after):
            found.append(Mutant(path, number + 1, kind, line.strip(), other.strip(), both))
    return found
