/** What names a model: its cell without the band behind it, and, where a table names none, what the page is about. */
import type { Document } from '../page/document.ts';
import { bandIn, isGeneric, isRate, roleOf, withoutBand } from './token-rate.ts';

/** "Puffin 2 (≤ 200K tokens)": a name and the band that stands behind it. */
export function bandedName(words: string): [name: string, band?: string] {
  const behind = BEHIND.exec(words);
  const band = behind === null ? undefined : bandOfModel(behind[1] ?? behind[0]);
  const name = words.slice(0, behind?.index);
  return band === undefined || !/\p{L}/u.test(name) ? [words] : [name, band];
}

/** A model's name without what a cell says of it in further lines; a band stays with it. */
export function firstLine(words: string): string {
  if (!words.includes('\n')) return words;
  const lines = words.split('\n').map((line) => line.trim());
  const at = lines.findIndex((line) => /[\p{L}\p{N}]/u.test(line) && !RIBBON.test(line));
  const [name = '', ...rest] = lines.slice(Math.max(0, at));
  return [name, ...rest.filter((line) => /^[(（≤≥<>]/.test(line))].join(' ');
}

const RIBBON = /^(?:new|beta|preview|popular|hot|recommended|latest|featured|neu|nouveau|nuevo|novo|新|推荐)$/i;

/** "puffin-2 (input)", "Output – puffin-2": a model and the kind of its tokens that a row is of. */
export function kindedName(words: string): [model: string, kind: string] | undefined {
  const behind = KIND_BEHIND.exec(words);
  const [model = '', kind = ''] =
    behind === null ? [...(KIND_BEFORE.exec(words) ?? [])].slice(1).reverse() : behind.slice(1);
  if (!/\p{L}/u.test(model) || isGeneric(model) || isRate(roleOf(model))) return undefined;
  return isRate(roleOf(kind)) ? [model.trim(), kind] : undefined;
}

/** Whether rows are so of both kinds, and so of one model each two. */
export function haveKinds(names: readonly string[]): boolean {
  const kinds = new Set(names.flatMap((name) => kindedName(name)?.[1].toLowerCase() ?? []).map(roleOf));
  return kinds.has('inputPerMTok') && kinds.has('outputPerMTok');
}

const KIND_WORDS =
  '(?:(?:cached?|batch|non-cached|uncached) )?(?:inputs?|outputs?|prompts?|completions?|eingabe|ausgabe|entrées?|sorties?|entradas?|salidas?|saídas?|输入|输出|入力|出力|입력|출력)(?: tokens?)?';
const KIND_BEHIND = new RegExp(`^(.{2,80}?)[\\s(（\\[,:：/–—-]{1,4}(${KIND_WORDS})[)）\\]]?$`, 'iu');
const KIND_BEFORE = new RegExp(`^(${KIND_WORDS})(?: for | of | ?[(（\\[,:：–—-] ?| )(.{2,80}?)[)）\\]]?$`, 'iu');

const BEHIND =
  /\s?[(（]([^()（）]{2,40})[)）]\s*$|(?:,|\s)\s?(?:prompts? |context )?[≤≥<>]=?\s?\d[\d.,]{0,8}\s?[km]?(?: tokens?)?\s*$/i;

/** "↳ >200K context": a row that says of the model above it only up to which context. */
export function bandOfModel(words: string): string | undefined {
  const said = words.replace(/^[\s↳└→•·–-]+/u, '');
  const rest = withoutBand(said).replace(
    /\b(?:context|tokens?|inputs?|prompts?|length|with|for)\b|上下文|输入|长度/gi,
    '',
  );
  return /[\p{L}\p{N}]/u.test(rest) ? undefined : bandIn(said);
}

/** "All Puffin models share one price", right above the table or about the page, or "Puffin pricing" as its title. */
export function modelOfPage({ visible, title, meta }: Document, start: number): string | undefined {
  const about = [visible.slice(Math.max(0, start - WORDS_ABOVE), start), meta.get('description')?.slice(0, 400) ?? ''];
  for (const words of about) {
    const name = ALL_MODELS.exec(words)?.[1];
    if (name !== undefined) return name;
  }
  const named = TITLED.exec(title.slice(0, 200));
  const name = named?.[1] ?? named?.[2];
  return name === undefined || isGeneric(name) || NO_NAME.test(name) ? undefined : name;
}

/** Of characters before a table, those that may speak of it. */
export const WORDS_ABOVE = 500;
const ALL_MODELS =
  /\b(?:[Aa]ll|[Ee]very|[Ee]ach) (?:our )?([A-Z][\w.-]{1,30}(?: [A-Z\d][\w.-]{0,20}){0,2}) models? (?:share|have|has|cost|use|is|are)\b/;
const TITLED =
  /^(\p{Lu}[\p{L}\d .-]{1,40}?) (?:api |model |token )?(?:pricing|prices|rates)\b|^(?:pricing|prices|rates) (?:for|of) (\p{Lu}[\p{L}\d .-]{1,40})$/iu;
const NO_NAME = /^(?:(?:api|our|the|simple|plans?|usage|pay-as-you-go|llm|ai|and|&|about|inference) ?)+$/i;
