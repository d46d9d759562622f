/** The sample request: whatever the description says, a POSIX shell takes it as one command with the arguments meant. */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curlOf } from '../../../../serve/pages/api-reference/words.ts';
import { apiFacts } from '../../../api-facts.ts';
import { greenhouse, orchard } from '../../../crawler/read/api/descriptions.ts';
import { words } from '../../../words.ts';

/** What a shell hands to curl, command by command. */
function argumentsOf(commands: readonly string[]): string[][] {
  const script = `curl() { printf '%s\\0' "$#" "$@"; }\n${commands.join('\n')}\n`;
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-eu', '-c', script], { encoding: 'utf8' });
  expect({ status, stderr }, script).toEqual({ status: 0, stderr: '' });
  const words = stdout.split('\0').slice(0, -1);
  const given: string[][] = [];
  while (words.length > 0) given.push(words.splice(0, Number(words.shift())));
  expect(given.length).toBe(commands.length);
  return given;
}

/** Checks each argument as curl would, and returns them by option. */
function asked(given: readonly string[]): Map<string, string[]> {
  const options = new Map<string, string[]>();
  for (let at = 0; at < given.length; at += 2) {
    const [option = '', value = ''] = given.slice(at, at + 2);
    expect(['--request', '--url', '--user', '--header', '--data']).toContain(option);
    options.set(option, [...(options.get(option) ?? []), value]);
  }
  const [url = '', ...others] = options.get('--url') ?? [];
  expect(others).toEqual([]);
  // Braces and brackets would be patterns to curl, and white space no URL.
  expect(url).toMatch(/^https?:\/\/[^\s{}[\]]+$/);
  expect(new URL(url).hash).toBe('');
  for (const header of options.get('--header') ?? []) expect(header).toMatch(/^[!#$%&'*+.^_`|~\w-]+: [^\r\n]*$/);
  for (const body of options.get('--data') ?? []) expect(() => JSON.parse(body)).not.toThrow();
  return options;
}

test('the sample of a description is what it says', () => {
  const { request } = apiFacts();
  if (request === undefined) throw new Error('no request');
  expect(curlOf(request)).toBe(
    "curl --url 'https://api.glasshouse.example/v4/plants' \\\n  --header 'Authorization: Bearer YOUR_ACCESS_TOKEN' \\\n  --header 'Accept: application/json'",
  );
});

test('a body with quotes in it comes through', () => {
  const { '/v4/plants': plants } = greenhouse().paths;
  const schema = { type: 'object', required: ["gardener's name"], properties: { "gardener's name": { enum: ['x'] } } };
  const post = { ...plants.post, requestBody: { required: true, content: { 'application/json': { schema } } } };
  const { request } = apiFacts(greenhouse({ paths: { '/v4/plants': { post } } }));
  if (request === undefined) throw new Error('no request');
  const [given = []] = argumentsOf([curlOf(request)]);
  const options = asked(given);
  expect(options.get('--request')).toEqual(['POST']);
  expect(JSON.parse(options.get('--data')?.[0] ?? '')).toEqual({ "gardener's name": 'x' });
});

const word = fc.oneof(
  fc.constantFrom(
    'a b',
    '\n',
    "'; rm -rf /; '",
    ...words('id spaceId it\'s $(reboot) `id` x"y \\ {z} ü -o/tmp/x .. # ? &'),
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);
/** What a path may be made of. */
const printable = fc.stringMatching(/^[!-~]{1,8}$/);
const schema = fc.record(
  {
    type: fc.constantFrom('string', 'integer', 'boolean', 'array', 'object', ['null', 'string']),
    enum: fc.array(fc.oneof(word, fc.integer(), fc.boolean()), { maxLength: 2 }),
    default: fc.oneof(word, fc.integer()),
    required: fc.array(word, { maxLength: 3 }),
  },
  { requiredKeys: ['type'] },
);
const parameter = fc.record({
  name: word,
  in: fc.constantFrom('query', 'path', 'header', 'cookie', 'body'),
  required: fc.boolean(),
  schema,
});
const scheme = fc.oneof(
  fc.record({ type: fc.constant('apiKey'), name: word, in: fc.constantFrom('header', 'query', 'cookie') }),
  fc.record({ type: fc.constant('http'), scheme: fc.oneof(fc.constantFrom('basic', 'bearer'), word) }),
  fc.record({ type: fc.constant('oauth2'), flows: fc.constant({}) }),
);
const description = fc
  .record({
    path: fc.array(
      fc.oneof(
        word,
        printable,
        printable.map((name) => `{${name}}`),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    method: fc.constantFrom('get', 'post', 'delete'),
    parameters: fc.array(parameter, { maxLength: 4 }),
    scheme,
    server: fc.oneof(fc.constantFrom('https://api.acme.example', 'https://{tenant}.acme.example/v1', '/v2'), word),
    isNew: fc.boolean(),
  })
  .map(({ path, method, parameters, scheme, server, isNew }) => ({
    ...(isNew ? greenhouse() : orchard()),
    servers: [{ url: server }],
    security: [{ proof: [] }],
    components: { securitySchemes: { proof: scheme } },
    securityDefinitions: { proof: scheme },
    paths: { [`/${path.join('/')}`]: { [method]: { parameters, responses: {} } } },
  }));

test('the sample of any description is a command whose arguments are what they are meant to be', () => {
  let shown = 0;
  fc.assert(
    fc.property(fc.array(description, { minLength: 20, maxLength: 20 }), (generated) => {
      const requests = generated.flatMap((each) => apiFacts(each).request ?? []);
      shown += requests.length;
      for (const [index, given] of argumentsOf(requests.map(curlOf)).entries()) {
        const options = asked(given);
        expect(options.get('--url')).toEqual([requests[index]?.url]);
        expect(options.get('--header') ?? []).toEqual(
          requests[index]?.headers.map(({ name, value }) => `${name}: ${value}`),
        );
      }
    }),
    { numRuns: 30 },
  );
  expect(shown).toBeGreaterThan(200);
});
