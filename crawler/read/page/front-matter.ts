/** The YAML above a document: its title and description. */

export interface FrontMatter {
  /** Span of the data, without the rules around it. */
  start: number;
  stop: number;
  /** End of the rule below. */
  end: number;
  title: string | undefined;
  description: string | undefined;
}

const TITLE = /^title:[^\S\n]*(?=\S)["']?([^\n]{1,300}?)["']?(?<![^\S\n])[^\S\n]*$/m;
const DESCRIPTION = /^description:[^\S\n]*(?=\S)["']?([^\n]{1,300}?)["']?(?<![^\S\n])[^\S\n]*$/m;
const MAX_LENGTH = 40_000;

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

/** The text of HTML with spaces for such data: a template that was published as it was written. */
export function withoutDataAbove(text: string): string {
  const end = /^---\s/.test(text) ? text.slice(0, MAX_LENGTH).search(/\s---(?:\s|$)/) : -1;
  return end < 0 ? text : text.slice(0, end).replace(/[^\n\t]/g, ' ') + text.slice(end);
}
