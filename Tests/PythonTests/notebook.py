"""Runs a notebook cell by cell and compares what each shows with what the file says it shows.

usage: notebook.py FILE [--write]

--write puts what is shown now into the file. Knows texts that are printed and the value of a cell's last line,
as text: no pictures, no magic.
"""

import ast
import contextlib
import io
import json
import sys


def run_cell(source, names):
    """What a cell prints and then shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(tree, "cell", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return said.getvalue(), None if value is None else repr(value)


def outputs(said, shown, count):
    """The same as the file has it."""
    made = []
    if said:
        made.append({"name": "stdout", "output_type": "stream", "text": said.splitlines(keepends=True)})
    if shown is not None:
        made.append({"data": {"text/plain": shown.splitlines(keepends=True)}, "execution_count": count,
                     "metadata": {}, "output_type": "execute_result"})
    return made


def run(path):
    """The notebook as it is, and as it is with what its cells show now."""
    with open(path, encoding="utf-8") as file:
        stored = json.load(file)
    shown = json.loads(json.dumps(stored))
    names = {"__name__": "__main__"}
    count = 0
    for cell in shown["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = outputs(*run_cell("".join(cell["source"]), names), count)
    return stored, shown


if __name__ == "__main__":
    stored, shown = run(sys.argv[1])
    if "--write" in sys.argv:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            json.dump(shown, file, indent=1, ensure_ascii=False)
            file.write("\n")
    elif stored != shown:
        sys.exit("error: a cell shows something else; see notebook.py --write")
