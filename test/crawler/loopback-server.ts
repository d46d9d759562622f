/** A small server of a test's own: what it answers is a function of the request, and the requests are kept. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from '../end-of-file.ts';

export interface LoopbackServer {
  port: number;
  requests: { method: string; host: string; url: string; headers: IncomingMessage['headers'] }[];
  /** Before the test file is done, when it closes by itself. */
  close(): Promise<void>;
}

/** Writes the same for as long as somebody reads. */
export function writeEndlessly(response: ServerResponse, chunk: string | Buffer): void {
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

export async function serve(listener: RequestListener): Promise<LoopbackServer> {
  const requests: LoopbackServer['requests'] = [];
  const server = createServer((req, res) => {
    requests.push({ method: req.method ?? '', host: req.headers.host ?? '', url: req.url ?? '', headers: req.headers });
    listener(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  atEndOfFile(close);
  return { port: (server.address() as AddressInfo).port, requests, close };
}
