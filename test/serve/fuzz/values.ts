/** Values for a parameter out of its schema: what it takes, what lies at and beyond its bounds, and what nobody should send. */
import fc from 'fast-check';
import { words } from '../../words.ts';
import type { Schema } from '../manifest/document.ts';

/** Names that lead somewhere in the market that is served, so that answers are reached and not only refusals. */
export interface Known {
  /** By the name of the parameter. */
  [parameter: string]: readonly string[];
}

/** Text of any parameter that a program might choke on, each in a way of its own. */
const HOSTILE: readonly string[] = [
  ...['', ' ', '\0', 'acme\0', '\r\nSet-Cookie: a=b', "' OR 1=1 --", '[object Object]', '\u202Eemca', '\uFFFF'],
  ...words('../../etc/passwd %00 % <script>alert(1)</script> __proto__ constructor null undefined {"$gt":""}'),
  ...words('-1 0 1e3 0x10 +1 1.0 NaN Infinity 9007199254740993 0000-00-00 2026-02-30 10000-01-01'),
  ...['İ', 'ﬃ', '👩‍👩‍👧‍👦', 'e\u0301'.repeat(100), ',', ',,acme,,', ','.repeat(2_000), 'a,'.repeat(2_000)],
  ...['1'.repeat(400), 'a'.repeat(10_240), 'é'.repeat(5_120), 'a'.repeat(20_480)],
];

const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.toWellFormed()) },
  { weight: 1, arbitrary: fc.string({ maxLength: 300 }) },
);

/** As text, of what the schema takes. */
export function plainTextFor(name: string, schema: Schema, known: Known): fc.Arbitrary<string> {
  return plainMemberFor(name, schema, known).map(asText);
}

/** As text, for a path or a query: right or wrong. */
export function textFor(name: string, schema: Schema, known: Known): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: plainTextFor(name, schema, known) },
    { weight: 2, arbitrary: boundary(schema) },
    { weight: 2, arbitrary: hostile },
  );
}

/** As a member of a JSON body. */
export function memberFor(name: string, schema: Schema, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 16, arbitrary: plainMemberFor(name, schema, known) },
    { weight: 2, arbitrary: boundary(schema).map((text) => (/^-?\d+$/.test(text) ? Number(text) : text)) },
    { weight: 1, arbitrary: hostile },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(',') : String(value);
}

/** What the schema takes, as JSON has it. */
export function plainMemberFor(name: string, schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const names = known[name];
  if (schema.type === 'array') {
    const items = schema.items as Schema;
    const item = names === undefined ? plainMemberFor('', items, known) : fc.constantFrom(...names);
    const within = { minLength: numberOr(schema.minItems, 0), maxLength: numberOr(schema.maxItems, 24) };
    return fc.oneof(
      { weight: 3, arbitrary: fc.array(item, within) },
      { weight: 1, arbitrary: fc.array(item, { maxLength: 24 }) },
    );
  }
  if (names !== undefined) return fc.constantFrom(...names);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as string[]));
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const members: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        Object.entries(properties).map(([key, each]) => [key, plainMemberFor(key, each, known)]),
      );
      return fc.record(members, { requiredKeys: required as string[] });
    }
    case 'integer':
      return fc.integer({
        min: numberOr(schema.minimum, 0),
        max: Math.min(numberOr(schema.maximum, 1e6), 2 ** 31 - 1),
      });
    case 'number':
      return fc
        .double({ min: 0, max: numberOr(schema.maximum, 1e6), noNaN: true })
        .map((value) => Number(value.toFixed(2)));
    case 'boolean':
      return fc.boolean();
    default:
      return schema.format === 'date'
        ? day
        : typeof schema.pattern === 'string' && schema.pattern.includes('\\d')
          ? fc.nat().map(String)
          : fc.string({ minLength: 1, maxLength: 40 });
  }
}

const day = fc
  .date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2028-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function boundary(schema: Schema): fc.Arbitrary<string> {
  const edges = ['minimum', 'maximum'].flatMap((edge) => {
    const at = schema[edge];
    return typeof at === 'number' ? [at - 1, at, at + 1].map(String) : [];
  });
  const lengths = ['minLength', 'maxLength'].flatMap((edge) => {
    const at = schema[edge];
    return typeof at === 'number' ? [at - 1, at, at + 1].map((length) => 'a'.repeat(Math.max(0, length))) : [];
  });
  const all = [...edges, ...lengths, ...(schema.format === 'date' ? ['0001-01-01', '9999-12-31', '2024-02-29'] : [])];
  return fc.constantFrom(...(all.length === 0 ? ['', 'a'] : all));
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' ? value : other;
}
