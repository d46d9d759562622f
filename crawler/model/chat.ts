/**
 * Asks a service that speaks the OpenAI-compatible chat API with a JSON schema: hosted ones, Ollama, llama.cpp, vLLM.
 *
 * What is sent is the vendor's public text and our instructions, nothing else. An answer is data: it is parsed by its schema,
 * and no tool, link or text of it is ever followed.
 */
import OpenAI, { APIConnectionTimeoutError, APIError } from 'openai';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import * as z from 'zod';
import { ModelAnswer } from '../read/model/answer.ts';
import { PROMPT } from '../read/model/prompt.ts';

export interface ChatSettings {
  /** Base URL of the API: "https://api.openai.com/v1", "http://127.0.0.1:11434/v1". */
  url: string;
  model: string;
  key?: string | undefined;
  timeoutMs: number;
  /** Left to the service where it is absent: some refuse it. */
  temperature?: number | undefined;
  /** Attempts after the first; the client waits longer before each, or as long as the service asks. */
  retries?: number;
}

export interface Answered {
  answer: ModelAnswer;
  /** The answer as it came. */
  content: string;
  tokens: Tokens;
}

export interface Tokens {
  input: number;
  output: number;
}

const FAULTS = [
  'unreachable',
  'timeout',
  'unauthorised',
  'schema_refused',
  'refused',
  'truncated',
  'malformed',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Why there is no answer. Its message holds neither the key nor the page. */
export class ModelFault extends Error {
  override name = 'ModelFault';
  readonly fault: Fault;

  constructor(fault: Fault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Most tokens of an answer: a hundred offers with prices. */
export const MAX_OUTPUT_TOKENS = 8_000;
/** A longer body is no answer. */
const MAX_BYTES = 1_000_000;
const RETRIES = 3;

/** The exact body of the request about a page's text (crawler/read/model/request.ts). */
export function chatBody(
  text: string,
  { model, temperature }: Pick<ChatSettings, 'model' | 'temperature'>,
): ChatCompletionCreateParamsNonStreaming {
  const { $schema: _, ...schema } = z.toJSONSchema(ModelAnswer);
  return {
    model,
    messages: [
      { role: 'system', content: PROMPT },
      { role: 'user', content: text },
    ],
    response_format: { type: 'json_schema', json_schema: { name: 'offers', strict: true, schema } },
    max_tokens: MAX_OUTPUT_TOKENS,
    ...(temperature !== undefined && { temperature }),
  };
}

/** @throws {ModelFault} the content is not what the schema asks for */
export function parseAnswer(content: string): ModelAnswer {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new ModelFault('malformed', 'The model’s response is not JSON');
  }
  const parsed = ModelAnswer.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ModelFault(
    'malformed',
    `The model’s response violates the schema at ${issue?.path.join('.') || 'its root'}`,
  );
}

export function openChat(settings: ChatSettings) {
  const { url, key, timeoutMs, retries = RETRIES } = settings;
  const client = new OpenAI({
    baseURL: url,
    apiKey: key ?? 'none',
    timeout: timeoutMs,
    maxRetries: retries,
    logLevel: 'off',
    organization: null,
    project: null,
    fetch: boundedFetch(timeoutMs),
  });
  return {
    /** @throws {ModelFault} */
    async ask(text: string): Promise<Answered> {
      const completion = await client.chat.completions.create(chatBody(text, settings)).catch((error: unknown) => {
        throw faultOf(error, settings);
      });
      const choice = completion.choices?.[0];
      if (choice === undefined) throw new ModelFault('malformed', 'The service’s response has no choice');
      const { message, finish_reason: end } = choice;
      if (message?.refusal) throw new ModelFault('refused', 'The model refused to answer');
      if (end === 'length')
        throw new ModelFault('truncated', `The response is longer than ${MAX_OUTPUT_TOKENS} tokens`);
      const { prompt_tokens: input = 0, completion_tokens: output = 0 } = completion.usage ?? {};
      const content = message?.content ?? '';
      return { answer: parseAnswer(content), content, tokens: { input, output } };
    },
  };
}

/** A body that is too long or never ends is cut off: the client's own time limit ends with the head of the response. */
function boundedFetch(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const response = await fetch(input, { ...init, signal, redirect: 'error' });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new ModelFault('malformed', `The service’s response exceeds ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
    const { status, statusText, headers } = response;
    return new Response(status === 204 ? null : Buffer.concat(chunks), { status, statusText, headers });
  };
}

const SCHEMA = /schema|response_format|grammar|structured/i;
const MAX_DETAIL = 200;

function faultOf(error: unknown, { key, timeoutMs }: ChatSettings): ModelFault {
  const inner = error instanceof Error && error.cause instanceof ModelFault ? error.cause : error;
  if (inner instanceof ModelFault) return inner;
  const detail = withoutKey(error instanceof Error ? error.message : String(error), key).slice(0, MAX_DETAIL);
  if (isTimeout(error)) return new ModelFault('timeout', `The model did not respond within ${timeoutMs} ms`);
  if (!(error instanceof APIError) || error.status === undefined)
    return new ModelFault('unreachable', `The model service is unreachable: ${detail}`);
  if (error.status === 401 || error.status === 403)
    return new ModelFault('unauthorised', `The model service rejects the key: ${detail}`);
  if ((error.status === 400 || error.status === 422) && SCHEMA.test(detail))
    return new ModelFault('schema_refused', `The model service rejects the JSON schema: ${detail}`);
  return new ModelFault('refused', `The model service returned ${detail}`);
}

function isTimeout(error: unknown): boolean {
  if (error instanceof APIConnectionTimeoutError) return true;
  for (let at = error; at instanceof Error; at = at.cause) if (at.name === 'TimeoutError') return true;
  return false;
}

/** A service may quote the key that it refuses. */
function withoutKey(words: string, key: string | undefined): string {
  return key === undefined ? words : words.replaceAll(key, '…');
}
