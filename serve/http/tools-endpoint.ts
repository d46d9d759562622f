/**
 * `POST /api/mcp`: tools over HTTP without a session. The SDK speaks the protocol; plain calls and lists come from the
 * cache.
 */
import type { Logger } from 'pino';
import type { Site } from '../../config/site.ts';
import { NOT_STORED } from '../interface/headers.ts';
import type { Edition, ReadyAnswer } from '../store/edition.ts';
import {
  batchAnswers,
  errorText,
  INVALID_REQUEST,
  isTooDeep,
  type Message,
  messageOf,
  PARSE_ERROR,
  type Read,
  type RpcAnswer,
  type SdkAnswer,
  TOO_DEEP,
} from '../tools/json-rpc.ts';
import { tools } from '../tools/list.ts';
import { originGuard } from '../tools/origin-guard.ts';
import { type PlainRequest, type PlainRequests, plainRequests } from '../tools/plain-request.ts';
import type { ToolServer } from '../tools/server.ts';
import {
  beginningOf,
  callTool,
  definitions,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  ToolFault,
  toolNamed,
} from '../tools/toolbox.ts';
import type { Exchange } from './exchange.ts';
import { readText, type UnreadText } from './request-body.ts';
import type { Responder } from './respond.ts';

/** Requests take a few KB; the rest is for client metadata. */
const MAX_BODY_BYTES = 64 * 1024;

export interface ToolEndpointOptions {
  site: Site;
  /** Host names besides that of the site. */
  allowedHosts?: readonly string[];
  respond: Responder;
  log: Logger;
  /** @throws {Problem} nothing is published yet */
  editionNow(): Edition;
  /** Another server than ours; it disables the cache. */
  buildToolServer?: (() => ToolServer) | undefined;
}

export class ToolEndpoint {
  readonly #options: ToolEndpointOptions;
  readonly #refusal: ReturnType<typeof originGuard>;
  readonly #plain: PlainRequests;
  readonly #atLength: ReturnType<typeof batchAnswers>;
  readonly #headers: readonly string[];
  #bySdk: Promise<SdkAnswer> | undefined;
  #list: ReadyAnswer | undefined;

  constructor(options: ToolEndpointOptions) {
    const { site, allowedHosts = [], respond } = options;
    this.#options = options;
    this.#refusal = originGuard(site, allowedHosts);
    this.#plain = plainRequests(site);
    this.#headers = respond.headersOf('api', { 'Content-Type': 'application/json', ...NOT_STORED });
    this.#atLength = batchAnswers(async (message, headers) => {
      this.#bySdk ??= this.#loadSdk();
      return (await this.#bySdk)(message, headers);
    });
  }

  async answer(exchange: Exchange): Promise<void> {
    const { headers } = exchange.req;
    const refused = this.#refusal(headers);
    if (refused !== undefined)
      return this.#send(exchange, problem(403, INVALID_REQUEST, `${refused} is not allowed for this path`));
    const body = await readText(exchange.req, MAX_BODY_BYTES);
    if ('refused' in body) return this.#send(exchange, REFUSED[body.refused]);
    let value: unknown;
    try {
      value = JSON.parse(body.text);
    } catch {
      return this.#send(exchange, NOT_JSON);
    }
    const read = messageOf(value);
    if (isTooDeep(value)) return this.#send(exchange, tooDeep(read));
    const message = read.kind === 'message' ? read.message : undefined;
    const plain =
      message && this.#options.buildToolServer === undefined ? this.#plain.recognize(message, headers) : undefined;
    const ready = plain && this.#readyFor(plain);
    if (plain !== undefined && ready !== undefined) return this.#options.respond.ready(exchange, ready, plain.end);
    const answered = await this.#atLength(value, headers);
    exchange.operation = operationOf(message);
    if (message !== undefined && answered.body.startsWith('{"result":')) this.#plain.learn(message, headers);
    this.#send(exchange, answered);
  }

  /** Undefined where the result is an error, which the SDK words. */
  #readyFor(plain: PlainRequest): ReadyAnswer | undefined {
    try {
      if (plain.kind === 'call') return this.#called(plain.tool, plain.given);
      const beginning = () => `{"result":{"tools":${JSON.stringify(definitions())}`;
      this.#list ??= this.#ready('tools/list', beginning(), () => this.#list);
      return this.#list;
    } catch {
      return undefined;
    }
  }

  #called(name: string, given: object): ReadyAnswer | undefined {
    const edition = this.#options.editionNow();
    const request = `tools/call ${name} ${JSON.stringify(given)}`;
    const known = edition.ready(request, 'identity');
    if (known !== undefined) return known;
    const answer = this.#call(edition, name, given);
    if (answer !== undefined) edition.keep(request, 'identity', answer);
    return answer;
  }

  #call(edition: Edition, name: string, given: object): ReadyAnswer | undefined {
    const { text, isError } = callTool(toolNamed(name), given, { site: this.#options.site, now: () => edition });
    return isError ? undefined : this.#ready(name, beginningOf(text), (other) => this.#call(other, name, given));
  }

  /** Without its end, which differs by request. */
  #ready(operation: string, beginning: string, renew: ReadyAnswer['renew']): ReadyAnswer {
    return { operation, headers: this.#headers, body: Buffer.from(beginning), renew };
  }

  /** 800 kB of code, loaded at the first need. */
  async #loadSdk(): Promise<SdkAnswer> {
    const { answeringBySdk, toolServer } = await import('../tools/server.ts');
    const { site, log, editionNow, buildToolServer } = this.#options;
    const call = (name: string, given: object) => {
      try {
        return callTool(toolNamed(name), given, { site, now: editionNow });
      } catch (error) {
        if (error instanceof ToolFault && error.code === INTERNAL_ERROR)
          log.error({ event: 'failed', operation: name, err: error.cause }, 'Cannot answer a request');
        throw error;
      }
    };
    return answeringBySdk(buildToolServer ?? (() => toolServer(site, { definitions: definitions(), call })));
  }

  #send(exchange: Exchange, { status, contentType, body }: RpcAnswer): void {
    const type = contentType === undefined ? {} : { 'Content-Type': contentType };
    const headers = { ...type, ...NOT_STORED, ...(status === 413 ? { Connection: 'close' } : {}) };
    this.#options.respond.plain(exchange, { status, kind: 'api', headers, body });
  }
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

function tooDeep(read: Read): RpcAnswer {
  const id = read.kind === 'message' ? (read.message.id ?? null) : null;
  return { status: 400, contentType: 'application/json', body: errorText(id, INVALID_PARAMS, TOO_DEEP) };
}

/** For metrics; a closed set. */
function operationOf(message: Message | undefined): string {
  if (message?.method === 'tools/list') return message.method;
  const name = message?.method === 'tools/call' ? message.params?.name : undefined;
  return tools.some((tool) => tool.name === name) ? String(name) : 'mcp';
}
