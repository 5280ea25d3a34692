"""Serves a small language model over HTTP, in the dialect of OpenAI Chat Completions, with answers held to a schema.

Prints the address on the first line, and ends with its standard input.

usage: serve.py MODEL.gguf
"""

import sys

import xllamacpp

parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.n_ctx = 4096
parameters.n_parallel = 1
parameters.warmup = False
# The same answer every time.
parameters.sampling.temp = 0.0
parameters.sampling.seed = 1
server = xllamacpp.Server(parameters)
print(server.listening_address, flush=True)
sys.stdin.read()
