"""Checks each line of standard input, a JSON value, against a schema.

    python3 schema.py SCHEMA
"""

import json
import sys

import jsonschema

with open(sys.argv[1]) as file:
    validator = jsonschema.Draft202012Validator(json.load(file))
lines = 0
for line in sys.stdin:
    validator.validate(json.loads(line))
    lines += 1
print(lines)
