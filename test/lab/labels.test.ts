/** The labels on record: each line is what it says it is, and holds no text of a page. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { jsonLines } from '../../data/text/json-lines.ts';
import { Label } from '../../lab/accuracy/score.ts';

const Name = z.string().min(1).max(80);
const Text = z.string().min(1).max(200);
const Amount = z.number().min(0).optional();
const Amounts = z.array(z.number().min(0)).min(1).optional();

const LabelledTier = z.strictObject({
  name: Name,
  /** Per month, billed monthly; per month, billed annually. */
  monthly: Amount,
  annualPerMonth: Amount,
  annualTotal: Amount,
  unit: Text.optional(),
  free: z.literal(true).optional(),
  contactSales: z.literal(true).optional(),
  /** Other amounts of the tier: neither right nor wrong when read. */
  oneOff: Amounts,
  payg: Amounts,
  secondary: z.array(z.strictObject({ amount: z.number() })).optional(),
  strikeMonthly: Amount,
  strikeAnnualTotal: Amount,
});

const LabelledRate = z.strictObject({
  model: Name,
  currency: Text.optional(),
  inputPerMTok: Amount,
  outputPerMTok: Amount,
  cachedInputPerMTok: Amount,
});

/** One line of `labels.jsonl`: where a page is, and what its labeller says that it states. No words of the page but names and units. */
const PageLabel = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,80}$/),
  vendor: Name,
  /** The vendor's address of the page, at times guessed. */
  url: Text,
  /** Of GitHub; absent where it is not known, as is the commit. */
  repository: z
    .string()
    .regex(/^[\w.-]{1,60}\/[\w.-]{1,100}$/)
    .optional(),
  path: Text.optional(),
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .optional(),
  language: Text,
  kind: z.enum(['static-html', 'ssr-react', 'saved-page', 'template-built', 'markdown']),
  /** Parts of the page were left out of the copy that was labelled. */
  reduced: z.boolean(),
  /** What the page was used for: weights were fitted on it; it was looked at only after the readers were compared on it; sums alone. */
  part: z.enum(['fitted on', 'looked at', 'kept apart']),
  /** Its place, by time, among the captures of its address. */
  capture: z.int().min(1).max(20).optional(),
  currency: Text.optional(),
  tiers: z.array(LabelledTier),
  tokenRates: z.array(LabelledRate),
});

const MOST_WORDS = 200;
const text = readFileSync(resolve(import.meta.dirname, '../../lab/labels/labels.jsonl'), 'utf8');
const labels = jsonLines(text, PageLabel, 'labels.jsonl');

test('every line is a page of its own name, in one of three parts', () => {
  const names = labels.map(({ name }) => name);
  expect(names.length).toBe(text.trimEnd().split('\n').length);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(labels.map(({ part }) => part))).toEqual(new Set(['fitted on', 'looked at', 'kept apart']));
});

test('no field is long enough to hold a page’s sentences', () => {
  const stringsOf = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : Object.values(typeof value === 'object' && value !== null ? value : {}).flatMap(stringsOf);
  expect(labels.flatMap(stringsOf).filter(({ length }) => length > MOST_WORDS)).toEqual([]);
});

test('a line is a label as the benchmarks read it', () => {
  const read = labels.map((label) => Label.parse(label));
  expect(read.map(({ tiers }) => tiers.length)).toEqual(labels.map(({ tiers }) => tiers.length));
});
