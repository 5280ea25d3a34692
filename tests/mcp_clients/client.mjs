// Drives mcp-server with the official TypeScript client: over standard input and output and over HTTP.
//
// usage: client.mjs PROGRAM, in a folder below one where `@modelcontextprotocol/sdk` is installed

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const program = process.argv[2];
const BEFORE = 'oldApi(1);\n';
const AFTER = 'newApi(1);\n';
const EDIT = { ops: [{ pat: 'oldApi($A)', out: 'newApi($A)' }], paths: ['.'] };
const UNKNOWN = '0198c0de-7000-7000-8000-000000000001';

async function overStdio(folder, options) {
  const args = ['--root', folder, ...options];
  return { transport: new StdioClientTransport({ command: program, args }), stop: () => {} };
}

async function overHttp(folder, options) {
  const args = ['--http', '127.0.0.1:0', '--root', folder, ...options];
  const server = spawn(program, args, { stdio: ['ignore', 'inherit', 'pipe'] });
  const lines = createInterface({ input: server.stderr });
  const [line] = await new Promise((told) => lines.once('line', (line) => told([line])));
  const url = new URL(line.replace('mcp-server: listening on ', ''));
  return { transport: new StreamableHTTPClientTransport(url), stop: () => server.kill() };
}

// Runs a check with a client that is connected to a server of its own.
async function connected(connect, options, answer, check) {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-client-'));
  const file = join(folder, 'a.ts');
  writeFileSync(file, BEFORE);
  const { transport, stop } = await connect(folder, options);
  const capabilities = answer ? { elicitation: { form: {} } } : {};
  const client = new Client({ name: 'checks', version: '1' }, { capabilities });
  if (answer) client.setRequestHandler(ElicitRequestSchema, answer);
  try {
    await client.connect(transport);
    await check(client, () => readFileSync(file, 'utf8'));
  } finally {
    await client.close();
    stop();
    rmSync(folder, { recursive: true });
  }
}

const text = (result) => result.content.map((block) => block.text).join('\n');
const call = (client, name, args, options) =>
  client.callTool({ name, arguments: args }, undefined, options);
const resolve = (client, id, action = 'apply') =>
  call(client, 'resolve', { id, action, reason: 'as asked' });

async function preview(client, content) {
  const result = await call(client, 'ast_edit', EDIT);
  assert(!result.isError, text(result));
  const { id, status } = result.structuredContent;
  assert.equal(status, 'pending');
  assert(text(result).includes(id));
  assert.equal(content(), BEFORE);
  return id;
}

async function checkDecisions(client, content) {
  // The client checks every structured result against the schemas of this list.
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ['ast_edit', 'resolve']);
  assert.equal(tools[0].annotations.readOnlyHint, true);
  assert.equal(tools[1].annotations.destructiveHint, true);
  assert.deepEqual(tools[1].inputSchema.required, ['id', 'action', 'reason']);

  const first = await preview(client, content);
  const second = await preview(client, content);
  assert.deepEqual((await client.listTools()).tools, tools);
  assert.equal((await resolve(client, second, 'discard')).structuredContent.action, 'discard');
  assert.equal(content(), BEFORE);
  const applied = await resolve(client, first);
  assert(!applied.isError, text(applied));
  assert.equal(content(), AFTER);
  const over = await resolve(client, first);
  assert(over.isError && text(over).includes('is over: it is applied'), text(over));
}

async function checkMistakes(client, content) {
  const id = await preview(client, content);
  for (const [args, problem] of [
    [{ action: 'apply', reason: 'as asked' }, '`id` is missing'],
    [{ id: UNKNOWN, action: 'apply', reason: 'as asked' }, 'There is no action'],
    [{ id, action: 'perhaps', reason: 'as asked' }, 'Invalid arguments'],
  ]) {
    const refused = await call(client, 'resolve', args);
    assert(refused.isError && text(refused).includes(problem), text(refused));
    assert(text(refused).includes(id), text(refused));
  }
  const refused = await call(client, 'ast_edit', { ops: 'all', paths: ['.'] });
  assert(refused.isError && text(refused).includes('`ops`'), text(refused));
  await assert.rejects(call(client, 'delete', {}), { code: -32602 });
}

async function checkProgress(client) {
  const told = [];
  await call(client, 'ast_edit', EDIT, { onprogress: (progress) => told.push(progress) });
  assert.equal(told.at(-1)?.progress, 1);
  assert.equal(told.at(-1)?.message, 'files scanned');
}

async function checkPerson(connect) {
  for (const [action, status, after] of [
    ['accept', 'applied', AFTER],
    ['decline', 'discarded', BEFORE],
    ['cancel', 'pending', BEFORE],
  ]) {
    const answer = async ({ params }) => {
      assert(params.message.includes('+ newApi(1)'), params.message);
      return action === 'accept' ? { action, content: { reason: 'it reads well' } } : { action };
    };
    await connected(connect, ['--ask'], answer, async (client, content) => {
      await client.listTools();
      const result = await call(client, 'ast_edit', EDIT);
      assert.equal(result.structuredContent?.status, status, text(result));
      assert.equal(content(), after);
    });
  }
}

for (const connect of [overStdio, overHttp]) {
  for (const check of [checkDecisions, checkMistakes, checkProgress]) {
    await connected(connect, [], undefined, check);
  }
  await checkPerson(connect);
  console.log(`accepted typescript ${connect.name}`);
}
