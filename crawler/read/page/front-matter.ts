/**
 * What stands above a document as data for its layout, where that is all the document has: its titles, texts and
 * prices are what the layout shows.
 *
 * Lines in and lines out, every unit of YAML replaced by a space so that offsets hold. YAML that is broken is shown by
 * no layout.
 */
import { parseDocument } from 'yaml';
import { blank } from './markup.ts';

export interface FrontMatter {
  /** Of the data, without the rules around it. */
  start: number;
  stop: number;
  /** Of the rule below. */
  end: number;
  title?: string;
  description?: string;
}

export interface Shown {
  /** As long as the source, and empty but for the data. */
  shown: string;
  /** Where lines start that title an entry of a list. */
  titles: Set<number>;
}

const MAX_LENGTH = 40_000;
const OPENS = /^---\r?\n/;

/** What stands between rules at the head of a source. */
export function dataAbove(source: string): Pick<FrontMatter, 'start' | 'stop'> | undefined {
  const start = OPENS.exec(source)?.[0].length;
  const stop = start === undefined ? -1 : source.slice(0, MAX_LENGTH).indexOf('\n---', 4);
  return start === undefined || stop < 0 ? undefined : { start, stop };
}

/** The data at the head of a document, with what it says of the document. */
export function frontMatter(source: string): FrontMatter | undefined {
  const above = dataAbove(source);
  if (above === undefined) return undefined;
  const feed = source.indexOf('\n', above.stop + 1);
  const head = source.slice(0, above.stop);
  const title = /^title:[^\S\n]*(?=\S)["']?(.{1,200}?)["']?(?<![^\S\n])[^\S\n]*$/m.exec(head)?.[1];
  const description = /^description:[^\S\n]*(?=\S)["']?(.{1,300}?)["']?(?<![^\S\n])[^\S\n]*$/m.exec(head)?.[1];
  return {
    ...above,
    end: feed < 0 ? source.length : feed,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
}

/** `- title: Pro`, `price: $12`, `content: >-` */
const ENTRY = /^(\s{0,40}(?:- +)?)(?:"([\w-]{1,40})"|'([\w-]{1,40})'|([\w-]{1,40})) ?:(?=\s|$)\s?(?:[>|][+-]?\d?\s*$)?/;
const ITEM = /^\s{0,40}- +/;
const NAMES = /^(?:title|name|heading|plan|tier)$/i;
/** What a layout shows; addresses, pictures and switches are not seen. */
const SHOWN =
  /^(?:title|name|heading|plan|tier|label|sub_?title|tagline|description|content|contents|text|body|excerpt|summary|details?|intro|lede?|note|features?|items?|list|points|benefits|bullets|includes?)$/i;
/** What others say or ask, and what is said to them: no tiers. */
const OTHERS =
  /^(?:testimonials?|reviews?|quotes?|customers?|stories|faqs?|questions|competitors?|alternatives|comparison)$/i;
/** Nothing but a template's own marks: what the layout puts in their place is not here. */
const HOLES = /\{[{%][^\n]{0,400}?[%}]\}/g;

/** Whether nothing of a document below what stands above it is in sight. */
export function isBare(body: string): boolean {
  return body.length < 2000 && body.replace(HOLES, '').trim() === '';
}

/** Fields of their own for plans and prices, which are read as data (declared/front-matter.ts) and not as text. */
export const PLAN_FIELDS = /^[ \t-]{0,20}[\w-]{0,40}(?:price|pricing|plans|tiers)[\w-]{0,40}\s?:/im;

/** What the layout of a document shows of the text in the data above it; undefined where that is none, or of plans. */
export function shownAbove(source: string, { start, stop }: FrontMatter): Shown | undefined {
  if (PLAN_FIELDS.test(source.slice(start, stop))) return undefined;
  const yaml = parseDocument(source.slice(start, stop), { uniqueKeys: false, logLevel: 'silent' });
  if (yaml.errors.length > 0) return undefined;
  const lines: string[] = [];
  const titles = new Set<number>();
  let at = start;
  let isShown = false;
  /** How far a list of what others say is indented. */
  let others = Number.POSITIVE_INFINITY;
  for (const line of source.slice(start, stop).split('\n')) {
    const entry = ENTRY.exec(line);
    const key = entry?.[2] ?? entry?.[3] ?? entry?.[4] ?? '';
    if (entry !== null) isShown = SHOWN.test(key);
    const isEmpty = line.trim() === '' || /^\s{0,40}#/.test(line);
    const indent = line.length - line.trimStart().length;
    if (!isEmpty && indent <= others && !ITEM.test(line)) others = OTHERS.test(key) ? indent : Number.POSITIVE_INFINITY;
    if (isEmpty || !isShown || others < Number.POSITIVE_INFINITY) lines.push(blank(line, 0, line.length));
    else if (entry === null) lines.push(unquoted(line));
    else {
      // The page's own title stands at the edge.
      const isTitle = NAMES.test(key) && /\S/.test(line.slice(entry[0].length)) && /^[\s-]/.test(line);
      if (isTitle) titles.add(at);
      lines.push(blank(line, 0, entry[0].length) + unquoted(line.slice(entry[0].length)));
    }
    if (entry === null && !ITEM.test(line) && /^\S/.test(line)) isShown = false;
    at += line.length + 1;
  }
  const above = blank(source, 0, start) + lines.join('\n');
  return { shown: above.padEnd(source.length), titles };
}

/** Without the quotes around a value, or at the end of one of several lines. */
function unquoted(value: string): string {
  return value
    .replace(/^(\s*(?:- +)?)["'](?=\S)/, (_, lead: string) => `${lead} `)
    .replace(/(?<=\S)["'](\s*)$/, (_, end: string) => ` ${end}`);
}
