import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import express from 'express';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { jsonBody, MAX_BODY_BYTES } from '../../../serve/http/request-body.ts';
import { Problem } from '../../../serve/interface/problem.ts';
import { listen } from '../../../web/server.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
let server: Server;
let url: string;

/** Says what was read of each request. */
beforeAll(async () => {
  const app = express();
  app.all('/', async (req, res) => {
    try {
      res.json({ members: [...(await jsonBody(req, res))] });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      res.status(error.status).json({ code: error.code, detail: error.message, errors: error.errors });
    }
  });
  server = createServer(app);
  const { port } = await listen(server, { host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${port}/`;
});
afterAll(() => server.close());

async function read(body: string | Buffer | undefined, headers: Record<string, string> = JSON_TYPE) {
  const response = await fetch(url, { method: 'POST', headers, ...(body !== undefined && { body }) });
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
}

describe('a body that is not JSON by name', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'x',
  ])('(%s) is a 415', async (type) => {
    expect(await read('{"a":1}', { 'Content-Type': type })).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    });
  });

  it('or is compressed, or in a charset that JSON is not written in, is a 415', async () => {
    for (const headers of [
      { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
      { 'Content-Type': 'application/json; charset=latin1' },
    ]) {
      expect(await read(gzipSync('{"a":1}'), headers)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    }
  });

  it('and says nothing of its type is a 415 [D3.problem.unsupported_media_type]', async () => {
    expect(await read(Buffer.from('{"a":1}'), {})).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });
});

describe('a body of more than 16 KB', () => {
  const padded = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;

  it('is a 413, and one of just that is read [D3.problem.payload_too_large]', async () => {
    expect(await read(padded(MAX_BODY_BYTES + 1))).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect(await read(padded(MAX_BODY_BYTES))).toMatchObject({ status: 200, members: [['a', expect.any(String)]] });
  });

  it('is a 413 where it comes in pieces that do not tell their sum', async () => {
    const pieces = new ReadableStream({
      start(controller) {
        for (let count = 0; count < 20; count++) controller.enqueue(Buffer.from('x'.repeat(1_000)));
        controller.close();
      },
    });
    const response = await fetch(url, { method: 'POST', headers: JSON_TYPE, body: pieces, duplex: 'half' });
    expect(response.status).toBe(413);
  });
});

it.each([17, 1_000, 7_000])('a body nested %i levels deep is a 400 that says so', async (levels) => {
  const answer = await read(`{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);
  expect(answer).toMatchObject({ status: 400, detail: 'body: Nested deeper than 16 levels' });
});

it('brackets in a text are no nesting', async () => {
  const text = '["[{'.repeat(50);
  expect(await read(JSON.stringify({ a: text }))).toMatchObject({ status: 200, members: [['a', text]] });
});

describe('a body that is no JSON object', () => {
  it.each(['{', '{"a":}', 'null', '1', '"text"', '[]', '[{"slug":"acme"}]', '{"a":1}{', "{'a':1}", '\0', '{"a":NaN}'])(
    '(%s) is a 400 that repeats nothing of it',
    async (body) => {
      expect(await read(body)).toEqual({
        status: 400,
        code: 'invalid_parameter',
        detail: 'body: The body is not a JSON object',
        errors: [{ parameter: 'body', reason: 'The body is not a JSON object' }],
      });
    },
  );

  it('and nothing else that can be sent, is anything but read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), async (body) => {
        expect([200, 400]).toContain((await read(body)).status);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a JSON object', () => {
  it('is its members, under their own names and whatever they are', async () => {
    expect(
      await read('{"a":1,"__proto__":{"x":true},"constructor":null}', {
        'Content-Type': 'application/json; charset=utf-8',
      }),
    ).toEqual({
      status: 200,
      members: [
        ['a', 1],
        ['__proto__', { x: true }],
        ['constructor', null],
      ],
    });
  });

  it('of no bytes has no members', async () => {
    expect(await read('')).toEqual({ status: 200, members: [] });
  });
});
