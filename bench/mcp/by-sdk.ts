/** The baseline: the tools by the official SDK on `node:http`. It has no log, no metrics, no guard and no memory. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { readCurrent } from '../../data/store/generation/current.ts';
import { openGeneration } from '../../data/store/generation/generation.ts';
import { openStore } from '../../serve/store/store.ts';
import { answeringBySdk } from '../../serve/tools/http/by-sdk.ts';
import type { Message } from '../../serve/tools/http/message.ts';
import { toolServer } from '../../serve/tools/server.ts';
import { callTool, definitions, toolNamed } from '../../serve/tools/toolbox.ts';

const [port = '', dir = ''] = process.argv.slice(2);
const current = readCurrent(dir);
if (current === undefined) throw new Error(`Nothing is published in ${dir}`);
const site = { brand: 'Assay', baseUrl: `http://localhost:${port}` };
const store = await openStore(openGeneration(dir, current), site);
const now = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000);
const bySdk = answeringBySdk(() =>
  toolServer(site, {
    definitions: definitions(),
    call: (name, given) => callTool(toolNamed(name), given, { site, now: () => ({ store, now }) }),
  }),
);

createServer(async (request, response) => {
  if (request.url === '/readyz') {
    response.end();
    return;
  }
  const { status, contentType, body } = await bySdk(JSON.parse(await text(request)) as Message, request.headers);
  response.writeHead(status, contentType === undefined ? {} : { 'content-type': contentType });
  response.end(body);
}).listen(Number(port), '127.0.0.1');
