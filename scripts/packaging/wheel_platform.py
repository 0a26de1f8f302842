"""The platform tag that is true for a wheel: the oldest manylinux that auditwheel allows, otherwise linux.

usage: wheel_platform.py WHEEL
"""

import re
import subprocess
import sys
import sysconfig

shown = subprocess.run(
    [sys.executable, "-m", "auditwheel", "show", sys.argv[1]], capture_output=True, text=True, check=False)
tag = re.search(r'"(manylinux_\d+_\d+_\w+)"', " ".join(shown.stdout.split()))
print(tag.group(1) if shown.returncode == 0 and tag
      else sysconfig.get_platform().replace("-", "_").replace(".", "_"))
