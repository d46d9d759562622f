/** A service that plays the OpenAI-compatible chat API on loopback: what it answers is a function of the request's text. */
import type { ServerResponse } from 'node:http';
import { json as bodyOf } from 'node:stream/consumers';
import { type LoopbackServer, serve } from '../loopback-server.ts';

export interface ChatService extends LoopbackServer {
  url: string;
  /** Bodies of the requests, in order. */
  bodies: ChatRequest[];
}

export interface ChatRequest {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema: { strict: boolean; schema: object } };
  tools?: unknown;
}

/** Writes the whole response, or nothing. */
export type Behaviour = (response: ServerResponse, request: ChatRequest) => void;

export async function startChatService(behave: () => Behaviour): Promise<ChatService> {
  const bodies: ChatRequest[] = [];
  const server = await serve(async (request, response) => {
    const body = (await bodyOf(request)) as ChatRequest;
    bodies.push(body);
    behave()(response, body);
  });
  return { ...server, bodies, url: `http://127.0.0.1:${server.port}/v1` };
}

export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** A completion with this content. */
export const completion = (content: string | null, more: { finish_reason?: string; refusal?: string } = {}) => ({
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [
    {
      index: 0,
      finish_reason: more.finish_reason ?? 'stop',
      message: { role: 'assistant', content, refusal: more.refusal ?? null },
    },
  ],
  usage: { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1000 },
});

/** Answers with these offers. */
export const answering =
  (offers: unknown): Behaviour =>
  (response) =>
    json(response, 200, completion(JSON.stringify({ offers })));

const NO_PRICE = { free: 'none', contact: 'none', prices: [] };

/** An offer that the line `name` names, with the amount `price` by the month. */
export function offer(name: string, price?: string, more: object = {}) {
  const monthly = { amount: price, billing: 'monthly', per: 'month', kind: 'list' };
  return { name, role: 'plan', ...NO_PRICE, ...(price !== undefined && { prices: [monthly] }), ...more };
}

/** Reads a request as a faithful model would that takes each heading of the third level for a plan with the next amount. */
export const pointing: Behaviour = (response, { messages }) => {
  const text = messages.at(-1)?.content ?? '';
  const offers = [...text.matchAll(/^(L\d+) #h3: [\s\S]*?\[(A\d+)/gm)].map(([, line = '', amount]) =>
    offer(line, amount),
  );
  answering(offers)(response, { model: '', messages });
};
