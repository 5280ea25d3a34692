"""Drives mcp-server with the official Python client: over standard input and output and over HTTP,
with the handshake of older revisions and without.

usage: client.py PROGRAM
"""

import contextlib
import pathlib
import subprocess
import sys
import tempfile

import anyio
import mcp_types as types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

PROGRAM = sys.argv[1]
BEFORE = "oldApi(1);\n"
AFTER = "newApi(1);\n"
EDIT = {"ops": [{"pat": "oldApi($A)", "out": "newApi($A)"}], "paths": ["."]}
UNKNOWN = "0198c0de-7000-7000-8000-000000000001"


@contextlib.contextmanager
def folder():
    """A folder with one file that has something to rewrite."""
    with tempfile.TemporaryDirectory() as path:
        file = pathlib.Path(path) / "a.ts"
        file.write_text(BEFORE)
        yield file


@contextlib.contextmanager
def over_stdio(file, options):
    arguments = ["--root", str(file.parent), *options]
    yield stdio_client(StdioServerParameters(command=PROGRAM, args=arguments))


@contextlib.contextmanager
def over_http(file, options):
    command = [PROGRAM, "--http", "127.0.0.1:0", "--root", str(file.parent), *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            yield server.stderr.readline().strip().removeprefix("mcp-server: listening on ")
        finally:
            server.terminate()


def text(result):
    return "\n".join(block.text for block in result.content)


async def resolve(client, id, action="apply"):
    return await client.call_tool("resolve", {"id": id, "action": action, "reason": "as asked"})


async def preview(client, file):
    result = await client.call_tool("ast_edit", EDIT)
    assert not result.is_error, text(result)
    structured = result.structured_content
    assert structured["status"] == "pending", structured
    assert structured["details"]["replacements"] == 1, structured
    assert structured["id"] in text(result), text(result)
    assert file.read_text() == BEFORE
    return structured["id"]


async def check_list(client, _):
    tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == ["ast_edit", "resolve"], tools
    ast_edit, resolve = tools
    assert ast_edit.annotations.read_only_hint and not resolve.annotations.read_only_hint
    assert resolve.annotations.destructive_hint and resolve.annotations.idempotent_hint
    assert resolve.input_schema["required"] == ["id", "action", "reason"]
    assert ast_edit.title == "AST Edit" and ast_edit.output_schema and resolve.output_schema


async def check_decisions(client, file):
    before = (await client.list_tools(cache_mode="bypass")).tools
    first, second = await preview(client, file), await preview(client, file)
    assert (await client.list_tools(cache_mode="bypass")).tools == before
    discarded = await resolve(client, second, "discard")
    assert discarded.structured_content["action"] == "discard", discarded
    assert file.read_text() == BEFORE
    applied = await resolve(client, first)
    assert not applied.is_error, text(applied)
    assert applied.structured_content["id"] == first
    assert file.read_text() == AFTER
    over = await resolve(client, first)
    assert over.is_error and "is over: it is applied" in text(over), text(over)
    nothing = await client.call_tool("ast_edit", EDIT)
    assert nothing.structured_content["status"] == "nothing", nothing


async def check_mistakes(client, file):
    id = await preview(client, file)
    for arguments, problem in [
        ({"action": "apply", "reason": "as asked"}, "`id` is missing"),
        ({"id": UNKNOWN, "action": "apply", "reason": "as asked"}, "There is no action"),
        ({"id": id, "action": "perhaps", "reason": "as asked"}, "Invalid arguments"),
    ]:
        refused = await client.call_tool("resolve", arguments)
        assert refused.is_error and problem in text(refused), text(refused)
        assert id in text(refused), text(refused)
    refused = await client.call_tool("ast_edit", {"ops": "all", "paths": ["."]})
    assert refused.is_error and "`ops`" in text(refused), text(refused)
    try:
        await client.call_tool("delete", {})
        raise AssertionError("there is no such tool")
    except MCPError as error:
        assert error.error.code == -32602, error
    assert not (await resolve(client, id)).is_error


async def check_progress(client, file):
    told = []

    async def progress(done, total, message):
        told.append((done, message))

    await client.call_tool("ast_edit", EDIT, progress_callback=progress)
    assert told and told[-1] == (1, "files scanned"), told


def answering(action):
    async def answer(_context, params):
        assert "+ newApi(1)" in params.message, params.message
        content = {"reason": "it reads well"} if action == "accept" else None
        return types.ElicitResult(action=action, content=content)

    return answer


async def check_person(connect, mode):
    for action, status, content in [
        ("accept", "applied", AFTER),
        ("decline", "discarded", BEFORE),
        ("cancel", "pending", BEFORE),
    ]:
        with folder() as file, connect(file, ["--ask"]) as server:
            async with Client(server, mode=mode, elicitation_callback=answering(action)) as client:
                result = await client.call_tool("ast_edit", EDIT)
                assert not result.is_error, text(result)
                structured = result.structured_content
                assert structured["status"] == status, structured
                assert file.read_text() == content
                if status == "applied":
                    assert structured["resolution"]["reason"] == "it reads well", structured
                if status == "pending":
                    assert not (await resolve(client, structured["id"])).is_error
                    assert file.read_text() == AFTER


async def main():
    for connect in [over_stdio, over_http]:
        for mode in ["legacy", "auto"]:
            for check in [check_list, check_decisions, check_mistakes, check_progress]:
                with folder() as file, connect(file, []) as server:
                    async with Client(server, mode=mode) as client:
                        await check(client, file)
                        version = client.protocol_version
            await check_person(connect, mode)
            print(f"accepted python {connect.__name__} {version}")


with contextlib.suppress(KeyboardInterrupt):
    anyio.run(main)
