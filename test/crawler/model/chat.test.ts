import { describe, expect, test } from 'vitest';
import { type ChatSettings, type Fault, MAX_OUTPUT_TOKENS, openChat } from '../../../crawler/model/chat.ts';
import { writeEndlessly } from '../loopback-server.ts';
import { answering, type Behaviour, completion, json, offer, startChatService } from './chat-service.ts';

const KEY = 'sk-secret-of-the-operator';
let behaviour: Behaviour;
const service = await startChatService(() => behaviour);

const ask = (more: Partial<ChatSettings> = {}) =>
  openChat({ url: service.url, model: 'm', key: KEY, timeoutMs: 1_000, retries: 0, ...more }).ask('L1: $5 [A1]');

async function faultOf(of: Behaviour, more?: Partial<ChatSettings>): Promise<{ fault: Fault; message: string }> {
  behaviour = of;
  const error: unknown = await ask(more).catch((thrown: unknown) => thrown);
  if (!(error instanceof Error) || !('fault' in error)) throw new Error('It did not fail', { cause: error });
  const text = `${error.message} ${error.stack}`;
  expect(text).not.toContain(KEY);
  return error as Error & { fault: Fault };
}

test('an answer comes with its tokens, and the request holds the text, the schema and no tool', async () => {
  behaviour = answering([offer('L1', 'A1')]);
  service.bodies.length = 0;
  expect(await ask({ temperature: 0 })).toMatchObject({
    answer: { offers: [{ name: 'L1', prices: [{ amount: 'A1' }] }] },
    tokens: { input: 900, output: 100 },
  });
  const [body] = service.bodies;
  expect(body).toMatchObject({ model: 'm', temperature: 0, max_tokens: MAX_OUTPUT_TOKENS });
  expect(body?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(body?.messages[1]?.content).toBe('L1: $5 [A1]');
  expect(body?.response_format).toMatchObject({ type: 'json_schema', json_schema: { strict: true } });
  expect(body).not.toHaveProperty('tools');
  expect(service.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
});

test('the schema is one that strict services take: every field is required, and no other is allowed', async () => {
  behaviour = answering([]);
  service.bodies.length = 0;
  await ask();
  const check = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    if ('properties' in schema) {
      const { properties, required, additionalProperties } = schema as Record<string, object>;
      expect(required).toEqual(Object.keys(properties ?? {}));
      expect(additionalProperties).toBe(false);
    }
    for (const value of Object.values(schema)) check(value);
  };
  const schema = service.bodies[0]?.response_format?.json_schema.schema;
  expect(schema).toBeDefined();
  check(schema);
});

describe('a service that does not answer rightly', () => {
  const cases: Record<string, [Fault, Behaviour, Partial<ChatSettings>?]> = {
    'answers with text that is no JSON': [
      'malformed',
      (response) => json(response, 200, completion('The price is $5.')),
    ],
    'answers with fields of its own': [
      'malformed',
      (response) => json(response, 200, completion(JSON.stringify({ offers: [{ ...offer('L1'), amount: '4.99' }] }))),
    ],
    'writes an amount in the place of an id': ['malformed', answering([offer('L1', '$4.99')])],
    'has no choice': ['malformed', (response) => json(response, 200, { ...completion(''), choices: [] })],
    'answers with a page of HTML': ['malformed', (response) => response.end('<h1>Bad gateway</h1>')],
    'sends more than an answer can hold': [
      'malformed',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        writeEndlessly(response, ' '.repeat(65_536));
      },
    ],
    'is cut off': [
      'truncated',
      (response) => json(response, 200, completion('{"offers":[', { finish_reason: 'length' })),
    ],
    'refuses to answer': ['refused', (response) => json(response, 200, completion(null, { refusal: 'I will not' }))],
    'says nothing for too long': ['timeout', () => {}, { timeoutMs: 100 }],
    'never ends its answer': [
      'timeout',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{');
      },
      { timeoutMs: 100 },
    ],
    'refuses the schema': [
      'schema_refused',
      (response) =>
        json(response, 400, { error: { message: "Invalid parameter: 'response_format' is not supported" } }),
    ],
    'rejects the key': [
      'unauthorised',
      (response) => json(response, 401, { error: { message: `Incorrect API key provided: ${KEY}` } }),
    ],
    'is overloaded': ['refused', (response) => json(response, 503, { error: { message: 'overloaded' } })],
    'hangs up': ['unreachable', (response) => response.destroy()],
    'leads elsewhere': [
      'unreachable',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
  };
  for (const [what, [fault, does, more]] of Object.entries(cases))
    test(`and ${what}: ${fault}`, async () => {
      expect(await faultOf(does, more)).toMatchObject({ fault });
    });

  test('is said plainly where it refuses the schema', async () => {
    const refused: Behaviour = (response) =>
      json(response, 400, { error: { message: 'json_schema is not supported' } });
    expect((await faultOf(refused)).message).toMatch(/^The model service rejects the JSON schema: .*json_schema/);
  });

  test('is asked again, and answers', async () => {
    let asked = 0;
    behaviour = (response, request) => {
      asked += 1;
      if (asked < 3) response.writeHead(429, { 'retry-after-ms': '5' }).end();
      else answering([])(response, request);
    };
    expect((await ask({ retries: 2 })).answer).toEqual({ offers: [] });
    expect(asked).toBe(3);
  });
});
