/** Bodies of JSON, as the calculator of total cost takes them. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES } from '../../../serve/http/request-body.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, served } from '../served.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const server = await served(MARKET);

const read = (body: string | Buffer | ReadableStream, headers: Record<string, string> = JSON_TYPE) =>
  server.get('/api/v2/tco', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
const plain = await (await read('{"slug":"acme"}')).json();

it.each<[what: string, headers: Record<string, string>]>([
  ['is text', { 'Content-Type': 'text/plain' }],
  ['is a form', { 'Content-Type': 'multipart/form-data; boundary=x' }],
  ['is of a type that begins like JSON', { 'Content-Type': 'application/jsonp' }],
  ['is of no type', {}],
  ['is compressed', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
  ['is in a charset that JSON is not written in', { 'Content-Type': 'application/json; charset=latin1' }],
])('a body that %s is a 415 [D3.problem.unsupported_media_type]', async (_, headers) => {
  await expectProblem(await read(gzipSync('{"slug":"acme"}'), headers), 415, 'unsupported_media_type');
});

describe('a body of more than 16 KB', () => {
  const padded = (bytes: number) => `{"slug":"acme","a":"${'x'.repeat(bytes - 22)}"}`;

  it('is a 413, and one of just that is read [D3.problem.payload_too_large]', async () => {
    expect(padded(MAX_BODY_BYTES)).toHaveLength(MAX_BODY_BYTES);
    await expectProblem(await read(padded(MAX_BODY_BYTES + 1)), 413, 'payload_too_large');
    expect(await (await read(padded(MAX_BODY_BYTES))).json()).toEqual(plain);
  });

  it('is a 413 where it comes in pieces that do not tell their sum', async () => {
    const pieces = new ReadableStream({
      start(controller) {
        for (let count = 0; count < 20; count++) controller.enqueue(Buffer.from('x'.repeat(1_000)));
        controller.close();
      },
    });
    await expectProblem(await read(pieces), 413, 'payload_too_large');
  });
});

it.each([17, 7_000])('a body nested %i levels deep is a 400 that says so', async (levels) => {
  const answer = await read(`{"slug":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);
  const { detail } = await expectProblem(answer, 400, 'invalid_parameter');
  expect(detail).toBe('body: Nested deeper than 16 levels');
});

it('brackets in a text are no nesting', async () => {
  const body = JSON.stringify({ slug: 'acme', a: '["[{'.repeat(50) });
  expect(await (await read(body)).json()).toEqual(plain);
});

it.each(['{', 'null', '"text"', '[{"slug":"acme"}]', '{"slug":"acme"}{', "{'slug':'acme'}", '\0'])(
  'a body that is no JSON object is a 400 that repeats nothing of it: %s',
  async (body) => {
    const problem = await expectProblem(await read(body), 400, 'invalid_parameter');
    expect(problem.detail).toBe('body: The body is not a JSON object');
    expect(problem.errors).toEqual([{ parameter: 'body', reason: 'The body is not a JSON object' }]);
  },
);

it('nothing that can be sent is anything but read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), async (body) => {
      expect((await read(body)).status).toBe(400);
    }),
    { numRuns: 50 },
  );
});

it('members are no more than their names, whatever these are', async () => {
  const body = '{"slug":"acme","__proto__":{"seats":5},"constructor":null}';
  expect(await (await read(body, { 'Content-Type': 'application/json; charset=utf-8' })).json()).toEqual(plain);
});

it('of no bytes has no members', async () => {
  await expectProblem(await read(''), 400, 'missing_parameter');
});
