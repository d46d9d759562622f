/** Parameters that operations share. Each accepts the text of a query and the typed value of a tool call. */
import * as z from 'zod';
import { Day } from '../../data/product.ts';
import { type ParameterError, Problem, type ProblemCode } from './problem.ts';

/** Unchecked: anything but a known slug is a 404 with suggestions. */
export const slugParameter = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'Product slug; `resolve` finds it.', examples: ['notion'] });

export const categoryParameter = z
  .string()
  .min(1)
  .max(200)
  .meta({ examples: ['crm'] });

export const dayParameter = Day.meta({ description: 'Date in UTC, e.g. 2026-06-30.' });

export function textParameter(most: number) {
  return z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, 'Control characters are not allowed');
}

/** Text of a pattern as a number. */
function numeric<Schema extends z.ZodType>(pattern: RegExp, schema: Schema) {
  return z.preprocess((value) => (typeof value === 'string' && pattern.test(value) ? Number(value) : value), schema);
}

export function integerParameter(least: number, most: number) {
  return numeric(/^-?\d{1,15}$/, z.int(`Must be a whole number from ${least} to ${most}`).min(least).max(most));
}

/** The size of a team. */
export const seatsParameter = integerParameter(1, 1_000_000);

export function amountParameter() {
  return numeric(/^\d{1,12}(?:\.\d{1,9})?$/, z.number('Must be an amount such as 20 or 9.99').min(0));
}

/** A percentage, e.g. `2.5`. */
export function percentParameter(most: number) {
  return numeric(/^\d{1,6}(?:\.\d{1,6})?$/, z.number(`Must be a number from 0 to ${most}`).min(0).max(most));
}

/** A probability, e.g. `0.9`. */
export function probabilityParameter() {
  return numeric(/^[01](?:\.\d{1,6})?$/, z.number('Must be a number from 0 to 1').min(0).max(1));
}

const FLAGS: ReadonlyMap<string, boolean> = new Map(Object.entries({ true: true, 1: true, false: false, 0: false }));

export function flagParameter() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? (FLAGS.get(value) ?? value) : value),
    z.boolean('Must be true or false'),
  );
}

/** Text with commas, or a list, as trimmed distinct parts in order. */
function commaList(value: unknown): unknown {
  const parts = typeof value === 'string' ? partsOf(value) : value;
  if (!Array.isArray(parts)) return value;
  const trimmed = parts.map((part: unknown) => (typeof part === 'string' ? part.trim() : part));
  return [...new Set(trimmed.filter((part) => part !== ''))];
}

/** Models also send a list as the text of its JSON. */
function partsOf(text: string): unknown {
  try {
    return text.startsWith('[') ? JSON.parse(text) : text.split(',');
  } catch {
    return text.split(',');
  }
}

export function slugsParameter({ least, most }: { least: number; most: number }) {
  return z.preprocess(
    commaList,
    z
      .array(slugParameter)
      .superRefine((slugs, context) => {
        if (slugs.length < least) context.addIssue(counted('too_few_slugs', `Requires at least ${least}`));
        if (slugs.length > most)
          context.addIssue(counted('too_many_slugs', `Accepts at most ${most}; got ${slugs.length}`));
      })
      .meta({
        minItems: least,
        maxItems: most,
        description: 'Product slugs. Duplicates count once. The answer keeps this order.',
      }),
  );
}

function counted(code: ProblemCode, message: string) {
  return { code: 'custom' as const, message, params: { problem: code } };
}

export function namesParameter<const Name extends string>(names: readonly Name[]) {
  return z.preprocess(commaList, z.array(z.enum(names)).min(1, 'Requires at least one'));
}

/** @throws {Problem} */
export function parseParameters<Params extends z.ZodObject>(
  schema: Params,
  given: ReadonlyMap<string, unknown>,
): z.output<Params> {
  const known = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (given.has(name) ? [[name, given.get(name)]] : [])),
  );
  const parsed = schema.safeParse(known, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const errors = issues.map((issue) => parameterError(issue, given));
  const detail = errors.map(({ parameter, reason }) => `${parameter}: ${reason}`).join('; ');
  throw new Problem(codeOf(issues, given), detail, { errors, cause: parsed.error });
}

function codeOf(issues: readonly z.core.$ZodIssue[], given: ReadonlyMap<string, unknown>): ProblemCode {
  if (issues.some((issue) => !given.has(nameOf(issue)))) return 'missing_parameter';
  const counts = issues.flatMap((issue) => (issue.code === 'custom' ? (issue.params?.problem ?? []) : []));
  return counts[0] ?? 'invalid_parameter';
}

function parameterError(issue: z.core.$ZodIssue, given: ReadonlyMap<string, unknown>): ParameterError {
  const parameter = nameOf(issue);
  if (issue.path.length > 2) return { parameter, reason: `${issue.path.slice(1).join('.')}: ${issue.message}` };
  if (!given.has(parameter)) return { parameter, reason: 'Required' };
  if (issue.code === 'invalid_value') {
    const value = typeof issue.input === 'object' ? '' : String(issue.input);
    // Names one of a list; other text of a request is not repeated.
    const shown = /^[\w.-]{1,40}$/.test(value) ? `"${value}"` : 'The value';
    return { parameter, reason: `${shown} is not one of the allowed values`, allowed: issue.values.map(String) };
  }
  if (issue.code === 'too_big') return { parameter, reason: `At most ${String(issue.maximum)}${unitOf(issue.origin)}` };
  if (issue.code === 'too_small' && issue.message.startsWith('Too small')) {
    const isEmpty = issue.origin === 'string' && issue.minimum === 1;
    return {
      parameter,
      reason: isEmpty ? 'Must not be empty' : `At least ${String(issue.minimum)}${unitOf(issue.origin)}`,
    };
  }
  if (issue.code === 'invalid_format' && issue.format === 'date') {
    return { parameter, reason: 'Must be a date such as 2026-06-30' };
  }
  return { parameter, reason: issue.message };
}

function unitOf(origin: string): string {
  return origin === 'string' ? ' characters' : '';
}

function nameOf(issue: z.core.$ZodIssue): string {
  return String(issue.path[0] ?? 'query');
}
