/** Descriptions of APIs, as they are read: all versions, every way to prove who one is, and hostile ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readApi } from '../../../../crawler/read/api/read-api.ts';
import { ApiFacts } from '../../../../data/api-facts.ts';
import { greenhouse, orchard } from './descriptions.ts';
import GREENHOUSE_FACTS from './greenhouse.facts.json' with { type: 'json' };
import ORCHARD_FACTS from './orchard.facts.json' with { type: 'json' };

const URL_OF_IT = 'https://docs.glasshouse.example/openapi.json';

function factsOf(description: unknown, url = URL_OF_IT): ApiFacts {
  const read = readApi(typeof description === 'string' ? description : JSON.stringify(description), url);
  if ('fault' in read) throw new Error(read.fault);
  return read.facts;
}

const faultOf = (text: string) => {
  const read = readApi(text, URL_OF_IT);
  return 'fault' in read ? read.fault : undefined;
};

describe('what is no description', () => {
  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><html><body><h1>API</h1></body></html>'],
    ['other JSON', '{"plans":[]}'],
    ['a list', '[1,2]'],
    ['a number', '7'],
    ['AsyncAPI', '{"asyncapi":"2.0.0","info":{"title":"x"}}'],
    ['a version to come', '{"openapi":"4.0.0","info":{"title":"x"}}'],
    ['a description without a title', '{"openapi":"3.0.0","info":{},"paths":{}}'],
    ['half of one', JSON.stringify(greenhouse()).slice(0, 900)],
  ])('%s is told as such', (_, text) => {
    expect(faultOf(text)).toMatch(/^The /);
  });
});

describe('OpenAPI 3.0', () => {
  test('names its base URLs, schemes, core endpoints, limits, errors and samples, and a first request', () => {
    expect(factsOf(greenhouse())).toEqual(GREENHOUSE_FACTS);
  });

  test('that only takes writing gives a body of what must be in it', () => {
    const { '/v4/plants': plants } = greenhouse().paths;
    const { request } = factsOf(greenhouse({ paths: { '/v4/plants': { post: plants.post } } }));
    expect(request?.method).toBe('POST');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      name: 'NAME',
      kind: 'herb',
      beds: [3],
      soil: { ph: 1 },
      isPerennial: true,
    });
  });

  test('reads the same from YAML', () => {
    expect(factsOf(stringify(greenhouse()))).toEqual(GREENHOUSE_FACTS);
    expect(factsOf(`\ufeff${JSON.stringify(greenhouse())}`)).toEqual(GREENHOUSE_FACTS);
  });
});

test('OpenAPI 3.1: types that may be null, mutual TLS, a base URL beside the document', () => {
  const facts = factsOf({
    openapi: '3.1.0',
    info: { title: 'Hot bed', version: '1' },
    servers: [{ url: '/api' }],
    security: [{ certificate: [] }],
    paths: {
      '/beds': {
        post: {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { type: 'object', required: ['size'], properties: { size: { type: ['null', 'integer'] } } },
              },
            },
          },
          responses: {},
        },
      },
    },
    components: { securitySchemes: { certificate: { type: 'mutualTLS' } } },
    webhooks: {},
  });
  expect(facts).toMatchObject({
    spec: '3.1.0',
    servers: [{ url: 'https://docs.glasshouse.example/api' }],
    schemes: [{ kind: 'mutual_tls', operations: 1 }],
    request: { url: 'https://docs.glasshouse.example/api/beds' },
  });
  expect(JSON.parse(facts.request?.body ?? '')).toEqual({ size: 1 });
  // A dataset's copy says nothing of the host that it was taken from.
  expect(factsOf(greenhouse({ servers: [{ url: '/api' }] }), '').servers).toEqual([]);
});

test('OpenAPI 2.0: host and base path, keys, OAuth, parameters in the body', () => {
  expect(factsOf(orchard())).toEqual(ORCHARD_FACTS);
});

describe('who one is', () => {
  const authenticated = (scheme: object) =>
    factsOf(greenhouse({ components: { ...greenhouse().components, securitySchemes: { token: scheme } } })).request;

  test.each([
    [
      'a key in the query',
      { type: 'apiKey', name: 'api key', in: 'query' },
      { url: expect.stringMatching(/\?api%20key=YOUR_API_KEY$/) },
    ],
    [
      'a key in a cookie',
      { type: 'apiKey', name: 'sid', in: 'cookie' },
      { headers: expect.arrayContaining([{ name: 'Cookie', value: 'sid=YOUR_API_KEY' }]) },
    ],
    ['a name and a password', { type: 'http', scheme: 'Basic' }, { user: 'YOUR_USERNAME:YOUR_PASSWORD' }],
    [
      'another scheme',
      { type: 'http', scheme: 'digest' },
      { headers: expect.arrayContaining([{ name: 'Authorization', value: 'digest YOUR_CREDENTIALS' }]) },
    ],
    [
      'OpenID Connect',
      { type: 'openIdConnect', openIdConnectUrl: 'https://id.glasshouse.example/.well-known/openid-configuration' },
      { headers: expect.arrayContaining([{ name: 'Authorization', value: 'Bearer YOUR_ACCESS_TOKEN' }]) },
    ],
  ])('is shown by %s', (_, scheme, expected) => {
    expect(authenticated(scheme)).toMatchObject(expected);
  });

  test('a header that no request can have is not in the request', () => {
    expect(authenticated({ type: 'apiKey', name: 'X\r\nEvil: 1', in: 'header' })?.headers).toEqual([
      { name: 'Accept', value: 'application/json' },
    ]);
  });

  test('a scheme that there is not is not told', () => {
    expect(factsOf(orchard({ securityDefinitions: { x: { type: 'magic' }, y: { type: 'apiKey' } } })).schemes).toEqual(
      [],
    );
  });

  test('operations that say nothing of security are neither secured nor open', () => {
    const { operations, request } = factsOf(greenhouse({ security: undefined }));
    expect(operations).toMatchObject({ secured: 0, open: 1 });
    // The one scheme that is declared can only be meant for them.
    expect(request?.schemes).toEqual(['token']);
  });
});

test('what is needed together is shown together', () => {
  const { request } = factsOf(orchard({ security: [{ key: [], login: [] }] }));
  expect(request).toMatchObject({ user: 'YOUR_USERNAME:YOUR_PASSWORD', schemes: ['key', 'login'] });
  expect(request?.headers[0]).toEqual({ name: 'X-Orchard-Key', value: 'YOUR_API_KEY' });
});

test('a base URL of an example, or of a machine of one’s own, is none', () => {
  const servers = [
    'http://localhost:8080',
    'https://glasshouse.local/v1',
    'https://example.com/api',
    'https://10.0.0.1/',
    'http://[::1]/',
  ];
  expect(factsOf(greenhouse({ servers: servers.map((url) => ({ url })) })).servers).toEqual([]);
  expect(factsOf(orchard({ host: 'example.org' })).servers).toEqual([]);
});

test('a base path without a slash does not join the host', () => {
  expect(factsOf(orchard({ host: 'api.orchard.example', basePath: 'v1' })).servers[0]?.url).toMatch(
    /^https?:\/\/api\.orchard\.example\/v1$/,
  );
});

test.each(['openapi: 3.0', 'openapi: 3.1', 'swagger: 2.0'])('versions without quotes in YAML: %s', (version) => {
  const { spec, version: own } = factsOf(`${version}\ninfo: { title: x, version: 1.10 }\npaths: {}`);
  expect([spec, own]).toEqual([expect.stringMatching(`^${version.slice(-3)}`), '1.10']);
});

test.each(['path', 'operation'])('the sample uses the servers of its %s', (place) => {
  const servers = [{ url: 'https://uploads.glasshouse.example/v2' }];
  const get = { responses: {}, ...(place === 'operation' && { servers }) };
  const { request } = factsOf(greenhouse({ paths: { '/files': { get, ...(place === 'path' && { servers }) } } }));
  expect(request?.url).toMatch(/^https:\/\/uploads\.glasshouse\.example\/v2\/files/);
});

describe('limits in words', () => {
  const stated = (description: string) =>
    factsOf(orchard({ info: { title: 'x', description } })).limits.stated.map(({ pointer: _, ...limit }) => limit);

  test.each([
    ['100 requests per minute', [{ requests: 100, per: 'minute' }]],
    ['up to 5,000 API calls per hour', [{ requests: 5000, per: 'hour' }]],
    ['3 requests per 10 seconds', [{ requests: 3, every: 10, per: 'second' }]],
    [
      '20 requests / second and 1000 queries a day',
      [
        { requests: 20, per: 'second' },
        { requests: 1000, per: 'day' },
      ],
    ],
    ['60 requests/min', [{ requests: 60, per: 'minute' }]],
    ['$100 requests per minute', []],
    ['1.5 requests per second', []],
    ['1 500 requests per minute', []],
    ['1\u00a0500 requests per minute', []],
    ['1’500 requests per minute', []],
    ['many requests per second', []],
    ['0 requests per second', []],
    ['10 apples per minute', []],
    ['100 requests per minuteman', []],
  ])('%s', (words, limits) => {
    expect(stated(words)).toEqual(limits);
  });

  test('said at many operations they are one fact', () => {
    const said = { get: { description: '7 requests per day', responses: {} } };
    expect(factsOf(orchard({ paths: { '/a': said, '/b': said } })).limits.stated).toEqual([
      { requests: 7, per: 'day', pointer: '#/paths/~1a/get/description' },
    ]);
  });
});

describe('hostile descriptions', () => {
  test('a reference out of the document leads nowhere, and none is fetched', () => {
    const facts = factsOf(
      orchard({
        paths: {
          '/a': { $ref: 'https://evil.example/paths.json' },
          '/b': { $ref: 'file:///etc/passwd' },
          '/c': { get: {} },
        },
      }),
    );
    expect(facts.operations.total).toBe(1);
  });

  test('circles of references end', () => {
    const facts = factsOf(
      orchard({
        paths: {
          '/a': { $ref: '#/paths/~1b' },
          '/b': { $ref: '#/paths/~1a' },
          '/c': { post: { parameters: [{ $ref: '#/x' }] } },
        },
        x: { name: 'tree', in: 'body', required: true, schema: { $ref: '#/definitions/Tree' } },
        definitions: { Tree: { required: ['tree'], properties: { tree: { $ref: '#/definitions/Tree' } } } },
      }),
    );
    expect(facts.operations.total).toBe(1);
    expect(facts.request?.body?.length).toBeLessThan(300);
  });

  test('aliases that multiply are refused', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (let level = 1; level < 12; level += 1) {
      const [name, before] = ['abcdefghijkl'[level], 'abcdefghijkl'[level - 1]];
      bomb.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(',')}]`);
    }
    expect(faultOf(bomb.join('\n'))).toBe('The document can not be read');
  });

  test.each([
    ['brackets of JSON', `{"openapi":"3.0.0","info":${'['.repeat(200_000)}`],
    ['brackets of YAML', `openapi: ${'['.repeat(200_000)}`],
    ['dashes of YAML', `openapi:\n  ${'- '.repeat(50_000)}x`],
    ['spaces of YAML', Array.from({ length: 3_000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('nesting without end is refused: %s', (_, text) => {
    expect(faultOf(text)).toMatch(/^The document/);
  });

  test('more than can be read is refused', () => {
    expect(faultOf(`openapi: 3.0.0\n#${'x'.repeat(5_000_000)}`)).toBe('The document is too large');
    expect(faultOf(`{"openapi":"3.0.0","x":"${'x'.repeat(26_000_000)}"}`)).toBe('The document is too large');
  });

  test('nothing of the language of objects is taken for a key', () => {
    const facts = factsOf(
      '{"swagger":"2.0","info":{"title":"x"},"paths":{"/a":{"get":{"responses":{"__proto__":{}}}}},"securityDefinitions":{"constructor":{"type":"oauth2","flow":"toString"},"__proto__":{"type":"basic"}}}',
    );
    expect(facts.schemes.map(({ id, kind }) => [id, kind])).toEqual([
      ['constructor', 'oauth2'],
      ['__proto__', 'basic'],
    ]);
    expect(facts.schemes[0]).toMatchObject({ flows: [] });
  });

  test('words are one line, bounded and without what hides or reorders', () => {
    const facts = factsOf(orchard({ info: { title: `Orchard\n\u202e${'x'.repeat(500)}\u0000` } }));
    expect(facts.title).toMatch(/^Orchard x{1,112}$/);
  });

  test('URLs with credentials, other schemes or white space are none', () => {
    const servers = [
      'javascript:alert(1)',
      'https://a:b@evil.example',
      'https://evil.example/a b',
      'ftp://x.example',
      '//x.example',
      'https://x.example/{',
      'https://x.example/?a=1',
    ];
    expect(factsOf(greenhouse({ servers: servers.map((url) => ({ url })) })).servers).toEqual([]);
  });

  test('any JSON is read without a throw into facts of their schema', () => {
    const keys =
      'openapi info paths servers components security get parameters /a $ref schema required url name in responses 200 type';
    const key = fc.constantFrom(...keys.split(' '));
    const word = fc.constantFrom('#/paths', '#/info', 'query', 'object', 'oauth2');
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), word);
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        leaf,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, tree), (rest) => {
        const read = readApi(
          JSON.stringify({ ...greenhouse(), ...rest, openapi: '3.0.1', info: { title: 'x' } }),
          URL_OF_IT,
        );
        if ('facts' in read) expect(ApiFacts.safeParse(read.facts).success).toBe(true);
        else expect(read.fault).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });
});
