/**
 * `POST /api/mcp`: tools over HTTP, without a session. Guards, body and JSON-RPC are ours; what the protocol says is
 * the SDK's, but for the plain calls and lists that are answered from memory.
 */
import type { Server } from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import type { Site } from '../../../config/site.ts';
import type { Answers, ReadyCall } from '../../dispatch/answers.ts';
import type { Exchange } from '../../dispatch/exchange.ts';
import { type Responder, TAIL_ROOM } from '../../dispatch/respond.ts';
import { NOT_STORED } from '../../interface/headers.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { tools } from '../list.ts';
import { callTool, definitions, INTERNAL_ERROR, ToolFault, toolNamed } from '../toolbox.ts';
import { answeringAtLength } from './at-length.ts';
import { MAX_BODY_BYTES, type Refused, readBody } from './body.ts';
import type { BySdk, RpcAnswer } from './by-sdk.ts';
import { guardOf } from './guard.ts';
import { errorText, INVALID_REQUEST, type Message, messageOf, PARSE_ERROR } from './message.ts';
import { type Plain, shortWay } from './prepared.ts';
import { readyCalls } from './ready-calls.ts';

export interface ToolEndpointOptions {
  site: Site;
  /** Names that we are asked by, beside that of the site. */
  allowedHosts: readonly string[];
  respond: Responder;
  metrics: Metrics;
  log: Logger;
  /** @throws {Problem} nothing is published yet */
  answersNow(): Answers;
  /** A request could not be answered, which is a fault of ours. */
  failed(exchange: Exchange, error: unknown): void;
  /** Another server than that of our tools, answering all by itself. */
  build?: (() => Server) | undefined;
}

/** Answers a POST whose body nobody has read. */
export type ToolEndpoint = (exchange: Exchange) => void;

export function toolEndpoint(options: ToolEndpointOptions): ToolEndpoint {
  const { site, allowedHosts, respond, metrics, log, answersNow, failed, build } = options;
  const refusal = guardOf(site, allowedHosts);
  const { plainly, understood } = shortWay(site);
  const callOf = readyCalls(site, { begun: respond.begun, meter: metrics.meter });
  const toolbox = {
    get definitions() {
      return definitions();
    },
    call(name: string, given: object) {
      try {
        return callTool(toolNamed(name), given, { site, now: answersNow });
      } catch (error) {
        if (error instanceof ToolFault && error.code === INTERNAL_ERROR)
          log.error({ event: 'failed', operation: name, err: error.cause }, 'Cannot answer a request');
        throw error;
      }
    },
  };
  // 800 kB of code, which the start does not wait for.
  let loading: Promise<BySdk> | undefined;
  const loaded = async (): Promise<BySdk> => {
    const [{ answeringBySdk }, { toolServer }] = await Promise.all([import('./by-sdk.ts'), import('../server.ts')]);
    return answeringBySdk(build ?? (() => toolServer(site, toolbox)));
  };
  const atLength = answeringAtLength(async (message, headers) => {
    loading ??= loaded();
    return (await loading)(message, headers);
  });
  let list: Pick<ReadyCall, 'whole' | 'bodyBytes' | 'sent'> | undefined;

  function answer(exchange: Exchange, text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      send(exchange, NOT_JSON);
      return;
    }
    const read = messageOf(value);
    const message = read.kind === 'message' ? read.message : undefined;
    const plain = message && build === undefined ? plainly(message, exchange.req.headers) : undefined;
    if (plain !== undefined && answerPlainly(exchange, plain)) return;
    void answerAtLength(exchange, value, message).catch((error: unknown) => failed(exchange, error));
  }

  /** Whether it could: what has no result has an error, which is told at length. */
  function answerPlainly(exchange: Exchange, plain: Plain): boolean {
    let begun: Pick<ReadyCall, 'whole' | 'bodyBytes' | 'sent'>;
    try {
      begun = plain.kind === 'list' ? listed() : callOf(answersNow(), plain.tool, plain.given);
    } catch {
      return false;
    }
    if (plain.tail.length > TAIL_ROOM) return false;
    respond.completed(exchange, begun, plain.tail);
    return true;
  }

  function listed(): Pick<ReadyCall, 'whole' | 'bodyBytes' | 'sent'> {
    if (list === undefined) {
      const body = `{"result":{"tools":${JSON.stringify(definitions())}`;
      list = { whole: respond.begun(body), bodyBytes: Buffer.byteLength(body), sent: metrics.meter('tools/list', 200) };
    }
    return list;
  }

  async function answerAtLength(exchange: Exchange, value: unknown, message: Message | undefined): Promise<void> {
    const answered = await atLength(value, exchange.req.headers);
    exchange.operation = operationOf(message);
    if (message !== undefined && answered.body.startsWith('{"result":')) understood(message, exchange.req.headers);
    send(exchange, answered);
  }

  function send(exchange: Exchange, { status, contentType, body }: RpcAnswer): void {
    const type = contentType === undefined ? {} : { 'Content-Type': contentType };
    const headers = { ...type, ...NOT_STORED, ...(status === 413 ? { Connection: 'close' } : {}) };
    respond.plain(exchange, { status, kind: 'api', headers, body });
  }

  return (exchange) => {
    exchange.operation = 'mcp';
    const refused = refusal(exchange.req.headers);
    if (refused !== undefined) return send(exchange, problem(403, INVALID_REQUEST, `${refused} is not allowed here`));
    readBody(exchange.req, (body) => {
      try {
        if ('refused' in body) send(exchange, REFUSED[body.refused]);
        else answer(exchange, body.text);
      } catch (error) {
        failed(exchange, error);
      }
    });
  };
}

const NOT_JSON = problem(400, PARSE_ERROR, 'The body is not JSON');
const REFUSED: Readonly<Record<Refused, RpcAnswer>> = {
  not_json: problem(415, INVALID_REQUEST, 'The Content-Type of the body is not application/json, or it is compressed'),
  too_large: problem(413, INVALID_REQUEST, `The body is longer than ${MAX_BODY_BYTES} bytes`),
  not_utf8: problem(400, PARSE_ERROR, 'The body is not UTF-8'),
};

function problem(status: number, code: number, message: string): RpcAnswer {
  return { status, contentType: 'application/json', body: errorText(null, code, message) };
}

/** As metrics name it: few, whatever is asked. */
function operationOf(message: Message | undefined): string {
  if (message?.method === 'tools/list') return message.method;
  const name = message?.method === 'tools/call' ? message.params?.name : undefined;
  return tools.some((tool) => tool.name === name) ? String(name) : 'mcp';
}
