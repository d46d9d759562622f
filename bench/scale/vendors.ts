/**
 * Any number of vendors in a process of its own, each with a host: a page is made when it is asked for and kept by
 * nobody, so that this process costs the same however many there are.
 *
 * `PUT /round/N` lets time pass. In each round a page stays as it is with three of five vendors, says the same among
 * other words with seven of twenty, and with one of twenty states dearer prices. Half of the vendors send an ETag.
 * Beyond the number of distinct ones, a vendor has the page of one before it.
 */
import { createServer } from 'node:http';
import { sha256Of } from '../../test/builders.ts';
import { HTTP_LAYOUT_NAMES, pageInLayout } from '../pages.ts';

const [port = '', bytes = '', distinct = ''] = process.argv.slice(2);

const ALLOW_ALL = 'User-agent: *\nAllow: /\n';
let rounds = 0;

interface Edition {
  /** Times that the words changed, and times that the prices did. */
  words: number;
  prices: number;
}

function editionOf(vendor: number): Edition {
  const edition = { words: 1, prices: 0 };
  for (let round = 1; round <= rounds; round += 1) {
    const luck = Number.parseInt(sha256Of(`${vendor} ${round}`).slice(0, 6), 16) % 20;
    if (luck >= 12) edition.words += 1;
    if (luck === 19) edition.prices += 1;
  }
  return edition;
}

createServer(({ url = '', method, headers }, response) => {
  if (method === 'PUT') {
    rounds = Number(url.split('/').at(-1));
    response.end();
    return;
  }
  const vendor = Number(/^product-(\d+)\./.exec(headers.host ?? '')?.[1] ?? Number.NaN) % Number(distinct);
  if (url === '/readyz') response.end();
  else if (url === '/robots.txt') response.writeHead(200, { 'content-type': 'text/plain' }).end(ALLOW_ALL);
  else if (url !== '/pricing' || Number.isNaN(vendor)) response.writeHead(404).end();
  else {
    const { words, prices } = editionOf(vendor);
    const etag = vendor % 2 === 0 ? `"${vendor}-${words}-${prices}"` : undefined;
    if (etag !== undefined && headers['if-none-match'] === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    const layout = HTTP_LAYOUT_NAMES[vendor % HTTP_LAYOUT_NAMES.length] ?? '';
    const { source, format } = pageInLayout(layout, Number(bytes), vendor, words, prices);
    const body = Buffer.from(source);
    const type = format === 'json' ? 'application/json' : `text/${format}; charset=utf-8`;
    response
      .writeHead(200, { 'content-type': type, 'content-length': body.length, ...(etag !== undefined && { etag }) })
      .end(body);
  }
}).listen(Number(port), '127.0.0.1');
