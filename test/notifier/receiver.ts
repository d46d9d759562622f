/** An endpoint on loopback that counts what it takes, and can be told to refuse, to be slow or to be gone. */
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '../crawler/loopback-server.ts';
import { atEndOfFile } from '../end-of-file.ts';

export interface Taken {
  headers: IncomingHttpHeaders;
  body: string;
  /** Of our events, in order of arrival. */
  seq: number;
  status: number;
}

export interface Receiver {
  url: string;
  host: string;
  requests: Taken[];
  /** Numbers of the events that it acknowledged, repeated ones too. */
  acknowledged(): number[];
  /** Its next answers; undefined closes the connection without any. */
  answer: (request: number) => number | undefined;
}

export async function receiver(): Promise<Receiver> {
  const requests: Taken[] = [];
  const server = await serve(async (request, response) => {
    const body = await text(request);
    const status = told.answer(requests.length);
    const { data } = JSON.parse(body) as { data?: { seq?: number } };
    requests.push({ headers: request.headers, body, seq: data?.seq ?? 0, status: status ?? 0 });
    if (status === undefined) response.destroy();
    else response.writeHead(status).end();
  });
  atEndOfFile(server.close);
  const host = `127.0.0.1:${server.port}`;
  const told: Receiver = {
    url: `http://${host}/hook`,
    host,
    requests,
    acknowledged: () => requests.flatMap(({ status, seq }) => (status === 200 ? [seq] : [])),
    answer: () => 200,
  };
  return told;
}
