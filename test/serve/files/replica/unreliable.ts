/** A proxy before a node, which does to its answers what a bad link or a bad node does. */
import { request, type ServerResponse } from 'node:http';
import { serve } from '../../../crawler/loopback-server.ts';

/** What becomes of the answers. */
export type Trouble =
  | 'none'
  /** The file ends in its middle, and the connection with it. */
  | 'cut'
  /** A byte of the file is another. */
  | 'corrupt'
  /** The file has more bytes than was said. */
  | 'longer'
  /** Ranges are not known, and the whole file is cut. */
  | 'no-ranges'
  /** A range begins elsewhere than was asked. */
  | 'wrong-range'
  | 'not-found'
  | 'hang'
  /** The body of the file stops coming, and the connection stays. */
  | 'stall';

export interface Unreliable {
  url: string;
  trouble: Trouble;
  /** The pointer that is given in place of the node’s own. */
  pointer: object | undefined;
  /** Requests that came, with the range that they asked for. */
  asked: { path: string; range: string | undefined }[];
}

export async function unreliable(origin: string): Promise<Unreliable> {
  const state: Unreliable = { url: '', trouble: 'none', pointer: undefined, asked: [] };
  const { port } = await serve((req, res) => {
    const path = req.url ?? '';
    const isFile = path.endsWith('.db');
    state.asked.push({ path, range: req.headers.range });
    if (state.trouble === 'hang') return;
    if (state.trouble === 'not-found') return void res.writeHead(404).end();
    if (!isFile && state.pointer !== undefined) return void res.end(JSON.stringify(state.pointer));
    const { range: _, ...others } = req.headers;
    const headers = state.trouble === 'no-ranges' ? others : req.headers;
    request(origin + path, { headers }, async (answer) => {
      const body = Buffer.concat((await answer.toArray()) as Buffer[]);
      if (isFile) damaged(res, body, { status: answer.statusCode ?? 500, headers: answer.headers, state });
      else res.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
    }).end();
  });
  state.url = `http://127.0.0.1:${port}`;
  return state;
}

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  state: Unreliable;
}

function damaged(res: ServerResponse, body: Buffer, { status, headers, state: { trouble } }: Answer): void {
  const half = body.subarray(0, Math.ceil(body.length / 2));
  switch (trouble) {
    case 'cut':
    case 'no-ranges':
      res.writeHead(status, headers);
      res.write(half, () => res.destroy());
      return;
    case 'stall':
      res.writeHead(status, headers);
      res.write(half);
      return;
    case 'corrupt':
      body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 1;
      break;
    case 'longer': {
      const { 'content-length': _, ...others } = headers;
      res.writeHead(status, others).end(Buffer.concat([body, Buffer.from('more')]));
      return;
    }
    case 'wrong-range':
      res.writeHead(206, { ...headers, 'content-range': `bytes 0-${body.length - 1}/${body.length}` }).end(body);
      return;
    default:
  }
  res.writeHead(status, headers).end(body);
}
