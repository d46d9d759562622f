/**
 * `POST /api/mcp`: tools over HTTP, without a session. The protocol is the SDK's; plain calls and lists are answered from
 * the cache.
 */
import type { Server } from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import type { Site } from '../../config/site.ts';
import { NOT_STORED } from '../interface/headers.ts';
import type { Edition, ReadyAnswer } from '../store/edition.ts';
import { errorText, INVALID_REQUEST, type Message, messageOf, PARSE_ERROR } from '../tools/json-rpc.ts';
import { batchAnswers } from '../tools/json-rpc-batch.ts';
import { tools } from '../tools/list.ts';
import { originGuard } from '../tools/origin-guard.ts';
import { type PlainRequest, plainRequests } from '../tools/plain-request.ts';
import { beginningOf, type Outcome } from '../tools/results.ts';
import type { RpcAnswer, SdkAnswer } from '../tools/sdk-answer.ts';
import { callTool, definitions, INTERNAL_ERROR, ToolFault, toolNamed } from '../tools/toolbox.ts';
import type { Exchange } from './exchange.ts';
import { readText, type UnreadText } from './request-body.ts';
import type { Responder } from './respond.ts';

/** A request with the longest slugs takes a few KB; the rest is for what clients say of themselves. */
const MAX_BODY_BYTES = 64 * 1024;

export interface ToolEndpointOptions {
  site: Site;
  /** Host names that we are asked by, besides that of the site. */
  allowedHosts?: readonly string[];
  respond: Responder;
  log: Logger;
  /** @throws {Problem} nothing is published yet */
  editionNow(): Edition;
  /** Another server than that of our tools; then nothing is answered from the cache. */
  buildToolServer?: (() => Server) | undefined;
}

/** Answers a POST whose body is not read yet. */
export function toolEndpoint(options: ToolEndpointOptions): (exchange: Exchange) => Promise<void> {
  const { site, allowedHosts = [], respond, log, editionNow, buildToolServer } = options;
  const refusal = originGuard(site, allowedHosts);
  const { recognize, learn } = plainRequests(site);
  const toolbox = {
    get definitions() {
      return definitions();
    },
    call(name: string, given: object) {
      try {
        return callTool(toolNamed(name), given, { site, now: editionNow });
      } catch (error) {
        if (error instanceof ToolFault && error.code === INTERNAL_ERROR)
          log.error({ event: 'failed', operation: name, err: error.cause }, 'Cannot answer a request');
        throw error;
      }
    },
  };
  // 800 kB of code, which the start does not wait for.
  let loading: Promise<SdkAnswer> | undefined;
  const loaded = async (): Promise<SdkAnswer> => {
    const [{ answeringBySdk }, { toolServer }] = await Promise.all([
      import('../tools/sdk-answer.ts'),
      import('../tools/server.ts'),
    ]);
    return answeringBySdk(buildToolServer ?? (() => toolServer(site, toolbox)));
  };
  const atLength = batchAnswers(async (message, headers) => {
    loading ??= loaded();
    return (await loading)(message, headers);
  });
  const jsonHeaders = respond.headersOf('api', { 'Content-Type': 'application/json', ...NOT_STORED });
  let list: ReadyAnswer | undefined;

  /** What has no result has an error, which is told at length. */
  function readyFor(plain: PlainRequest): ReadyAnswer | undefined {
    try {
      if (plain.kind === 'call') return called(plain.tool, plain.given);
      list ??= ready('tools/list', `{"result":{"tools":${JSON.stringify(definitions())}`, () => list);
      return list;
    } catch {
      return undefined;
    }
  }

  function called(name: string, given: object): ReadyAnswer {
    const edition = editionNow();
    const request = `tools/call ${name} ${JSON.stringify(given)}`;
    const known = edition.ready(request, 'identity');
    if (known !== undefined) return known;
    const { answer, isError } = call(edition, name, given);
    // Of what there is not, there is no end.
    if (!isError) edition.keep(request, 'identity', answer);
    return answer;
  }

  function call(edition: Edition, name: string, given: object): { answer: ReadyAnswer; isError: boolean } {
    const outcome: Outcome = callTool(toolNamed(name), given, { site, now: () => edition });
    const renew = (other: Edition) => {
      const again = call(other, name, given);
      return again.isError ? undefined : again.answer;
    };
    return { answer: ready(name, beginningOf(outcome), renew), isError: outcome.isError };
  }

  /** The beginning of an answer; its end differs by request. */
  function ready(operation: string, beginning: string, renew: ReadyAnswer['renew']): ReadyAnswer {
    return { operation, headers: jsonHeaders, body: Buffer.from(beginning), renew };
  }

  async function answer(exchange: Exchange, text: string): Promise<void> {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return send(exchange, NOT_JSON);
    }
    const { headers } = exchange.req;
    const read = messageOf(value);
    const message = read.kind === 'message' ? read.message : undefined;
    const plain = message && buildToolServer === undefined ? recognize(message, headers) : undefined;
    const known = plain && readyFor(plain);
    if (plain !== undefined && known !== undefined) return respond.begun(exchange, known, plain.end);
    const answered = await atLength(value, headers);
    exchange.operation = operationOf(message);
    if (message !== undefined && answered.body.startsWith('{"result":')) learn(message, headers);
    send(exchange, answered);
  }

  function send(exchange: Exchange, { status, contentType, body }: RpcAnswer): void {
    const type = contentType === undefined ? {} : { 'Content-Type': contentType };
    const headers = { ...type, ...NOT_STORED, ...(status === 413 ? { Connection: 'close' } : {}) };
    respond.plain(exchange, { status, kind: 'api', headers, body });
  }

  return async (exchange) => {
    const refused = refusal(exchange.req.headers);
    if (refused !== undefined) return send(exchange, problem(403, INVALID_REQUEST, `${refused} is not allowed here`));
    const body = await readText(exchange.req, MAX_BODY_BYTES);
    if ('refused' in body) send(exchange, REFUSED[body.refused]);
    else await answer(exchange, body.text);
  };
}

const NOT_JSON = problem(400, PARSE_ERROR, 'The body is not JSON');
const REFUSED: Readonly<Record<UnreadText, RpcAnswer>> = {
  not_json: problem(415, INVALID_REQUEST, 'The Content-Type of the body is not application/json, or it is compressed'),
  too_large: problem(413, INVALID_REQUEST, `The body is longer than ${MAX_BODY_BYTES} bytes`),
  not_utf8: problem(400, PARSE_ERROR, 'The body is not UTF-8'),
};

function problem(status: number, code: number, message: string): RpcAnswer {
  return { status, contentType: 'application/json', body: errorText(null, code, message) };
}

/** Name in metrics: few, whatever is asked. */
function operationOf(message: Message | undefined): string {
  if (message?.method === 'tools/list') return message.method;
  const name = message?.method === 'tools/call' ? message.params?.name : undefined;
  return tools.some((tool) => tool.name === name) ? String(name) : 'mcp';
}
