/**
 * The baselines, as a program: servers that give the answers of another server, fetched from it at the start.
 *
 * `raw` is `node:http` with a Map of ready bytes, without routes, errors, log or metrics. `express` is what most would
 * write: a row of SQLite for each request, parsed and sent with `res.json`. `sdk` is the official MCP SDK with a server
 * for each request, as its authors have it for servers without sessions.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import Database from 'better-sqlite3';
import express from 'express';
import { request as fetchFrom } from 'undici';
import type { Target } from './load.ts';

const [kind = '', port = '', origin = '', file = ''] = process.argv.slice(2);
const BY_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

interface Answer {
  etag: string | undefined;
  /** Names and values in turn, which `writeHead` sends fastest. */
  headers: string[];
  body: Buffer;
}

/** The part of a request that its answer depends on. Uncached requests differ in a last parameter without a meaning. */
function keyOf(path: string, headers: IncomingMessage['headers'], body = ''): string {
  const at = path.indexOf('&n=');
  return `${headers['accept-encoding'] ?? ''} ${at < 0 ? path : path.slice(0, at)} ${body}`;
}

async function answerOf({ path, headers, body }: Target): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const answer = await fetchFrom(origin + path.replace('[<id>]', '0'), { method, headers, body: body ?? null });
  if (answer.statusCode !== 200) throw new Error(`Cannot copy the answer of ${path}: status ${answer.statusCode}`);
  return {
    etag: answer.headers.etag?.toString(),
    headers: Object.entries(answer.headers).flatMap(([name, value]) =>
      BY_NODE.has(name) || value === undefined ? [] : [name, value.toString()],
    ),
    body: Buffer.from(await answer.body.arrayBuffer()),
  };
}

function raw(answers: ReadonlyMap<string, Answer>): RequestListener {
  return (request, response) => {
    const answer = (body?: string) => {
      const found = answers.get(keyOf(request.url ?? '', request.headers, body));
      if (found === undefined) response.writeHead(request.url === '/readyz' ? 200 : 404).end();
      else if (found.etag !== undefined && request.headers['if-none-match'] === found.etag)
        response.writeHead(304, ['etag', found.etag]).end();
      else response.writeHead(200, found.headers).end(found.body);
    };
    if (request.method !== 'POST') return answer();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => answer(Buffer.concat(chunks).toString()));
  };
}

function plainExpress(answers: ReadonlyMap<string, Answer>): RequestListener {
  const database = new Database(':memory:');
  database.exec('CREATE TABLE answers (key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID');
  const insert = database.prepare('INSERT INTO answers VALUES (?, ?)');
  for (const [key, { body }] of answers) insert.run(key, body.toString());
  const select = database.prepare<[string], string>('SELECT body FROM answers WHERE key = ?').pluck();
  const app = express();
  app.use(express.json());
  app.get('/readyz', (_request, response) => void response.json({ status: 'ready' }));
  app.all('/api/*path', (request, response) => {
    const body = request.body === undefined ? '' : JSON.stringify(request.body);
    const row = select.get(keyOf(request.originalUrl, {}, body));
    if (row === undefined) response.status(404).json({ error: 'not found' });
    else response.json(JSON.parse(row));
  });
  return app;
}

function sdk(answers: ReadonlyMap<string, Answer>): RequestListener {
  const results = new Map([...answers].map(([key, { body }]) => [key, JSON.parse(body.toString()).result]));
  return async (request, response) => {
    if (request.url === '/readyz') return void response.end();
    const body = await text(request);
    const server = new Server({ name: 'baseline', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/call', () => results.get(keyOf(request.url ?? '', {}, body)));
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const asked = new Request('http://localhost/api/mcp', { method: 'POST', headers, body });
    const answer = await transport.handleRequest(asked, { parsedBody: JSON.parse(body) });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    await server.close();
  };
}

const targets: Target[] = file === '' ? [] : JSON.parse(readFileSync(file, 'utf8'));
const answers = new Map<string, Answer>();
for (const target of targets) answers.set(keyOf(target.path, target.headers, target.body), await answerOf(target));
const listener = { raw, express: plainExpress, sdk }[kind];
if (listener === undefined) throw new RangeError(`Cannot serve as "${kind}"`);
createServer(listener(answers)).listen(Number(port), '127.0.0.1');
