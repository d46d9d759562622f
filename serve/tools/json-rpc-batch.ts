/** Answers one message or a batch of them through the SDK. */
import type { IncomingHttpHeaders } from 'node:http';
import { errorText, type Id, INVALID_REQUEST, messageOf, type Read } from './json-rpc.ts';
import type { RpcAnswer, SdkAnswer } from './sdk-answer.ts';

/** Only these versions have batches; a client that names none may be of one of them. */
const WITH_BATCHES = new Set([undefined, '2024-11-05', '2025-03-26']);
const MOST_IN_BATCH = 20;

const ACCEPTED: RpcAnswer = { status: 202, contentType: undefined, body: '' };

export function batchAnswers(answer: SdkAnswer): (value: unknown, headers: IncomingHttpHeaders) => Promise<RpcAnswer> {
  return (value, headers) => (Array.isArray(value) ? answerAll(value, headers) : answerOne(messageOf(value), headers));

  async function answerOne(read: Read, headers: IncomingHttpHeaders): Promise<RpcAnswer> {
    if (read.kind === 'message') return answer(read.message, headers);
    return read.kind === 'answer' ? ACCEPTED : invalid(read.reason, read.id);
  }

  async function answerAll(batch: readonly unknown[], headers: IncomingHttpHeaders): Promise<RpcAnswer> {
    const version = headers['mcp-protocol-version'];
    if (!WITH_BATCHES.has(version === undefined ? version : String(version)))
      return invalid('This protocol version does not support batches');
    if (batch.length === 0) return invalid('The batch is empty');
    if (batch.length > MOST_IN_BATCH) return invalid(`The batch has more than ${MOST_IN_BATCH} requests`);
    const bodies: string[] = [];
    for (const value of batch) {
      const { body } = await answerOne(alone(messageOf(value)), headers);
      if (body !== '') bodies.push(body);
    }
    if (bodies.length === 0) return ACCEPTED;
    return { status: 200, contentType: 'application/json', body: `[${bodies.join()}]` };
  }
}

/** `initialize` may not be part of a batch. */
function alone(read: Read): Read {
  if (read.kind !== 'message' || read.message.method !== 'initialize') return read;
  return { kind: 'invalid', id: read.message.id ?? null, reason: '`initialize` is not allowed in a batch' };
}

function invalid(reason: string, id: Id | null = null): RpcAnswer {
  return { status: 400, contentType: 'application/json', body: errorText(id, INVALID_REQUEST, reason) };
}
