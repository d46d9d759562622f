/** The YAML above a document: its title and description, and, where it is all the document has, what its layout shows. */
import { isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';
import words from './markdown-words.json' with { type: 'json' };

export interface FrontMatter {
  /** Span of the data, without the rules around it. */
  start: number;
  stop: number;
  /** End of the rule below. */
  end: number;
  title: string | undefined;
  description: string | undefined;
}

export interface ShownData {
  /** As long as the data's end: spaces but for what is shown. */
  shown: string;
  /** Heading levels by the offset of a title of an entry. */
  titles: Map<number, number>;
}

const TITLE = /^title:[^\S\n]*(?=\S)["']?([^\n]{1,300}?)["']?(?<![^\S\n])[^\S\n]*$/m;
const DESCRIPTION = /^description:[^\S\n]*(?=\S)["']?([^\n]{1,300}?)["']?(?<![^\S\n])[^\S\n]*$/m;
const MAX_LENGTH = 40_000;
const ENTRY_LEVEL = 3;
const TITLES = new Set(words.entryTitles);
const SHOWN = new Set(words.shownFields);
const QUOTED = new Set(words.quotedFields);

/** Fields of plans and prices are read as data (declared/front-matter.ts) and not as text. */
export const PLAN_FIELDS = /^[ \t-]{0,20}[\w-]{0,40}(?:price|pricing|plans|tiers)[\w-]{0,40}\s?:/im;

/** What stands between rules at the head of a source. */
export function dataAbove(source: string): Pick<FrontMatter, 'start' | 'stop'> | undefined {
  const start = /^---\r?\n/.exec(source)?.[0].length;
  const stop = start === undefined ? -1 : source.slice(0, MAX_LENGTH).indexOf('\n---', start - 1);
  return start === undefined || stop < 0 ? undefined : { start, stop: Math.max(start, stop) };
}

export function frontMatter(source: string): FrontMatter | undefined {
  const above = dataAbove(source);
  if (above === undefined) return undefined;
  const head = source.slice(above.start, above.stop);
  const feed = source.indexOf('\n', above.stop + 1);
  return {
    ...above,
    end: feed < 0 ? source.length : feed,
    title: TITLE.exec(head)?.[1],
    description: DESCRIPTION.exec(head)?.[1],
  };
}

/** Undefined where the data is broken, or of plans. */
export function shownAbove(source: string, { start, stop }: FrontMatter): ShownData | undefined {
  const data = source.slice(start, stop);
  if (PLAN_FIELDS.test(data)) return undefined;
  const yaml = parseDocument(data, { uniqueKeys: false, logLevel: 'silent' });
  if (yaml.errors.length > 0) return undefined;
  const titles = new Map<number, number>();
  let shown = '';
  const show = (node: unknown): number | undefined => {
    const [at = 0, end = 0] = isScalar(node) ? (node.range ?? []) : [];
    const written = data.slice(at, end);
    const lead = /^(?:["']|[>|][^\n]*\n\s*)?/.exec(written)?.[0].length ?? 0;
    const value = written.slice(lead).trimEnd().replace(/["']$/, '');
    const from = start + at + lead;
    if (value === '' || from < shown.length) return undefined;
    shown = `${blankTo(source, shown, from)}${value}`;
    return from;
  };
  visit(yaml, {
    Pair(_, { key, value }, path) {
      const name = isScalar(key) ? String(key.value).toLowerCase() : '';
      if (QUOTED.has(name)) return visit.SKIP;
      if (isMap(value) || !SHOWN.has(name)) return undefined;
      for (const item of isSeq(value) ? value.items : [value]) {
        const from = show(item);
        // The page's own title stands at the edge.
        if (from !== undefined && TITLES.has(name) && path.length > 3) titles.set(from, ENTRY_LEVEL);
      }
      return undefined;
    },
  });
  return { shown: blankTo(source, shown, stop), titles };
}

/** What is shown so far, with line feeds and spaces for the source up to `to`. */
function blankTo(source: string, shown: string, to: number): string {
  return shown + source.slice(shown.length, to).replace(/[^\n]/g, ' ');
}
