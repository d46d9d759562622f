/** Serves the vendors of a corpus on one loopback port, by the Host header: each URL has the page last set for it. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Capture } from './corpus.ts';

export interface Vendors {
  show(capture: Capture): void;
  close(): Promise<void>;
}

export async function startVendors(pagesDir: string, port: number): Promise<Vendors> {
  const onShow = new Map<string, Capture>();
  const server = createServer((request, response) => {
    const capture = onShow.get(`${request.headers.host}${request.url}`);
    if (capture === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
      return;
    }
    response.writeHead(200, { 'content-type': capture.contentType });
    createReadStream(join(pagesDir, capture.file))
      .on('error', (error) => response.destroy(error))
      .pipe(response);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    show(capture) {
      const { host, pathname, search } = new URL(capture.url);
      onShow.set(`${host}${pathname}${search}`, capture);
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
