/**
 * The vendors whose pages are crawled: one a host, answering `/pricing` from memory so that they cost as little as can
 * be. `PUT /edition/N` gives all pages other words around the same offers, so that each round meets pages never seen.
 */
import { createServer } from 'node:http';
import { HTTP_LAYOUT_NAMES, pageInLayout } from '../pages.ts';
import { slugOf } from './slug.ts';

const [port = '', count = '', bytes = ''] = process.argv.slice(2);

interface Answer {
  headers: Record<string, string>;
  body: Buffer;
}

function edition(number: number): Map<string, Answer> {
  return new Map(
    Array.from({ length: Number(count) }, (_, at) => {
      const layout = HTTP_LAYOUT_NAMES[at % HTTP_LAYOUT_NAMES.length] ?? '';
      const { source, format } = pageInLayout(layout, Number(bytes), at, number);
      const body = Buffer.from(source);
      const headers = { 'content-type': `text/${format}; charset=utf-8`, 'content-length': String(body.length) };
      return [slugOf(at), { headers, body }];
    }),
  );
}

let answers = edition(0);

createServer((request, response) => {
  const { url = '', method, headers } = request;
  if (method === 'PUT') {
    answers = edition(Number(url.split('/').at(-1)));
    response.end();
    return;
  }
  const answer = answers.get(headers.host?.split('.')[0] ?? '');
  if (url === '/readyz') response.end();
  else if (url === '/robots.txt')
    response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nAllow: /\n');
  else if (url === '/pricing' && answer !== undefined) response.writeHead(200, answer.headers).end(answer.body);
  else response.writeHead(404).end();
}).listen(Number(port), '127.0.0.1');
