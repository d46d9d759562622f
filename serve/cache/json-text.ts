/**
 * `JSON.stringify` for answers whose parts are the same in many of them: the text of a part that lasts is made once.
 * What comes out is what `JSON.stringify` makes of the whole, byte by byte.
 */
import { memoized } from './memoized.ts';

/** Text of what lasts; empty until it is first needed. */
const lastingTexts = new WeakMap<object, string>();
const composites = new WeakSet<object>();
/** Names are ours, and few. */
const quoted = memoized(1_000, (name) => `${JSON.stringify(name)}:`);

/** The value will never change from here on, and may be a part of many answers. */
export function lasting<Value extends object>(value: Value): Value {
  if (!lastingTexts.has(value)) lastingTexts.set(value, '');
  return value;
}

/** Its fields will never change, and may be fields of many answers. */
export function withLastingFields<Data extends object>(data: Data): Data {
  for (const field of Object.values(data)) if (typeof field === 'object' && field !== null) lasting(field);
  return data;
}

/** An object or list with parts that last, which is itself a part of an answer. A list that begins with what lasts is one by itself. */
export function composite<Value extends object>(value: Value): Value {
  composites.add(value);
  return value;
}

/** The members of an object, as they stand between its braces. Of what has none, nothing. */
export function members(value: object): string {
  return jsonText(value).slice(1, -1);
}

/** One of them; `undefined` for a value that is not there. What lasts is not written a second time. */
export function member(name: string, value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : quoted(name) + text;
}

export function jsonText(answer: object): string {
  return lastingText(answer) ?? partsText(answer);
}

function lastingText(value: object): string | undefined {
  let text = lastingTexts.get(value);
  if (text === '') {
    text = JSON.stringify(value);
    lastingTexts.set(value, text);
  }
  return text;
}

function partsText(value: object): string {
  let text = '';
  if (Array.isArray(value)) {
    for (const element of value) text += `${text === '' ? '' : ','}${textOf(element) ?? 'null'}`;
    return `[${text}]`;
  }
  for (const name of Object.keys(value)) {
    const part = textOf((value as Record<string, unknown>)[name]);
    // As in JSON.stringify, what is undefined is not there.
    if (part !== undefined) text += `${text === '' ? '' : ','}${quoted(name)}${part}`;
  }
  return `{${text}}`;
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) as string | undefined;
  return lastingText(value) ?? (isComposite(value) ? partsText(value) : JSON.stringify(value));
}

function isComposite(value: object): boolean {
  return composites.has(value) || (Array.isArray(value) && lastingTexts.has(value[0] as object));
}
