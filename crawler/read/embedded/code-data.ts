/**
 * What a template states as data: lists of plans in the source code of a component, or above a document that a layout
 * shows. Parsed as literals, never evaluated.
 */
import { isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import { findMoney } from '../money/money.ts';
import { readTerms } from '../money/term.ts';
import { type Document, type PageScript, parentOf, runAt, type Span } from '../page/document.ts';
import { dataAbove, PLAN_FIELDS } from '../page/front-matter.ts';
import { budgetOf, type JsonNode, parseCode } from './json-positions.ts';
import type { PageData } from './part.ts';
import { type FieldTerms, priceField } from './price-field.ts';

/** `const plans: Plan[] = [`, `const tiers = ref([`, `plans: [` among the data of a component. */
const LISTED =
  /\b(?:(?:const|let|var) {1,4}([\w$]{1,60})(?: ?: ?[\w$.<>[\]|, {}"';:?]{1,160}?)?\s{0,4}=\s{0,4}(?:[\w$.]{1,40}(?:<[\w$.[\]]{1,60}>)?\(\s{0,40})?|([\w$]{0,40}(?:[pP]lans|[tT]iers|[pP]ackages|[pP]ricing))\s?:\s?(?=\[))(?=[[{])/g;
const OF_PLANS = /plan|tier|pric|package|subscription|edition/i;
const MAX_LISTS = 40;
/** Longer, code was made by a machine: its literals are no list that people wrote down. */
const MAX_SOURCE = 400_000;

/** @param scripts those that mention a price; `shown` is what they hold that needs no passing over */
export function codeDataOf(document: Document, scripts: readonly PageScript[], shown: readonly PageData[]): PageData[] {
  const { source } = document;
  const known = shown.map(({ root }) => root);
  const isWhole = isCode(document);
  const parts = isWhole ? [{ start: 0, end: source.length }] : scripts.filter(isWritten);
  const found = parts.flatMap((part) =>
    listsIn(source, part, known).filter(({ name }) => !isWhole || !isSample(document, name)),
  );
  const matter = frontMatter(document);
  return matter === undefined ? found : [...found, matter];
}

/** HTML has no code in sight but what is a template's; a document of Markdown may. */
function isCode({ format, text, visible, source }: Document): boolean {
  if (source.length > MAX_SOURCE) return false;
  return format === 'html' ? text !== visible : format === 'markdown' && /\b(?:const|let|var) /.test(source);
}

/** What documentation shows as code is an example of something. */
function isSample(document: Document, name: string): boolean {
  const { format, text, visible } = document;
  const [at] = ['const', 'let', 'var'].map((word) => text.indexOf(`${word} ${name}`)).filter((place) => place >= 0);
  if (at === undefined) return false;
  if (format === 'markdown') return /\s/.test(visible[at] ?? ' ');
  let element = runAt(document, at)?.element;
  while (element !== undefined && !/^(?:pre|code|samp|blockquote)$/.test(element.name)) element = parentOf(element);
  return element !== undefined;
}

function isWritten({ start, end, type }: PageScript): boolean {
  return end - start < MAX_SOURCE && !/json/i.test(type);
}

function listsIn(source: string, { start, end }: Span, known: readonly JsonNode[]): PageData[] {
  const found: PageData[] = [];
  const budget = budgetOf();
  LISTED.lastIndex = start;
  for (let match = LISTED.exec(source); match !== null; match = LISTED.exec(source)) {
    const at = match.index + match[0].length;
    if (at >= end || budget.left < 0 || found.length >= MAX_LISTS) break;
    const name = match[1] ?? match[2] ?? '';
    if (!OF_PLANS.test(name) || known.some((root) => root.start <= at && at < root.end)) continue;
    const root = parseCode(source, at, end, budget);
    if (root === undefined) continue;
    found.push({ root, text: source, place: (span) => span, name, path: `code ${name}`, isOfTemplate: true });
    LISTED.lastIndex = Math.max(LISTED.lastIndex, root.end);
  }
  return found;
}

/** `plans:` in the YAML above a document. */
function frontMatter({ format, source }: Document): PageData | undefined {
  const above = format === 'markdown' || format === 'html' ? dataAbove(source) : undefined;
  if (above === undefined) return undefined;
  const { start, stop } = above;
  const words = source.slice(start, stop);
  if (!/^[\w#]/.test(words) || !PLAN_FIELDS.test(words)) return undefined;
  const yaml = parseDocument(words, { uniqueKeys: false, logLevel: 'silent' });
  const root = yaml.errors.length > 0 ? undefined : fromYaml(yaml.contents, start, 0);
  if (root === undefined) return undefined;
  return { root, text: source, place: (span) => span, name: '', path: 'front matter', isOfTemplate: true };
}

const MAX_DEPTH = 12;

/** Aliases stand for nothing: no price list needs them. */
function fromYaml(node: Node | null, offset: number, depth: number): JsonNode | undefined {
  const [start, end] = node?.range ?? [];
  if (start === undefined || end === undefined || depth > MAX_DEPTH) return undefined;
  const span = { start: start + offset, end: end + offset };
  if (isScalar(node)) {
    const { value } = node;
    if (typeof value === 'string') return { kind: 'string', value, ...span };
    if (typeof value === 'number') return { kind: 'number', value: node.source ?? String(value), ...span };
    return { kind: 'word', value: String(value), ...span };
  }
  if (isSeq<Node>(node))
    return { kind: 'array', items: node.items.flatMap((item) => fromYaml(item, offset, depth + 1) ?? []), ...span };
  if (!isMap<Node, Node | null>(node)) return undefined;
  const entries = node.items.flatMap(({ key, value }) => {
    const read = fromYaml(value, offset, depth + 1);
    const from = key.range?.[0];
    if (read === undefined || from === undefined || !isScalar(key) || typeof key.value !== 'string') return [];
    return { key: key.value, start: from + offset, value: read };
  });
  return { kind: 'object', entries, ...span };
}

/** `{plan.price}`, `{{ plan.price }}`, `{annual ? plan.yearly : plan.monthly}` */
const HOLE = /\{\{?([^{}\n]{3,160})\}/g;
const FIELD = /[\w$\])]\??\.([A-Za-z_]\w{1,40})/g;
const MAX_HOLES = 400;
const MAX_TAG = 160;
const MAX_HEAD = 6;
const MAX_TAIL = 40;

/** What a template writes around the place of a field: `${plan.price}/month` is in dollars and for a month. */
export function termsOfHoles({ source, lang }: Document): ReadonlyMap<string, FieldTerms> {
  const terms = new Map<string, FieldTerms>();
  let patience = MAX_HOLES;
  HOLE.lastIndex = 0;
  for (let hole = HOLE.exec(source); hole !== null && patience > 0; hole = HOLE.exec(source)) {
    const fields = [...(hole[1] ?? '').matchAll(FIELD)].flatMap(([, name = '']) =>
      priceField(name)?.isPrice === true ? name : [],
    );
    if (fields.length === 0) continue;
    patience -= 1;
    const end = HOLE.lastIndex + (source[HOLE.lastIndex] === '}' ? 1 : 0);
    const before = wordsOnly(source.slice(Math.max(0, hole.index - MAX_TAG), hole.index));
    const after = wordsOnly(source.slice(end, end + 2 * MAX_TAG));
    const head = /[^\s}>]{0,6}\s?$/.exec(before.slice(-MAX_HEAD))?.[0] ?? '';
    const tail = /^[^{}]{0,40}/.exec(after.slice(0, MAX_TAIL))?.[0] ?? '';
    const said = termsAround(head, tail, lang);
    for (const name of fields) terms.set(name, { ...said, ...terms.get(name) });
  }
  return terms;
}

/** Without tags, and without what a slice has of one. */
function wordsOnly(markup: string): string {
  return markup
    .replace(/<\/?[A-Za-z][^<>]{0,160}>/g, '')
    .replace(/^[^<>]{0,160}(?<!=)>|<[^<>]{0,160}$/g, '')
    .replace(/\s+/g, ' ');
}

function termsAround(head: string, tail: string, lang: string): FieldTerms {
  const [money] = findMoney(`${head}10${tail}`, { lang });
  const { per, billing, unit, refusal } = readTerms(
    '',
    money === undefined ? tail : `${head}10${tail}`.slice(money.end),
  );
  if (refusal !== undefined) return {};
  return {
    ...(per === 'month' && { isPerMonth: true }),
    ...(per === 'year' && { isPerYear: true }),
    ...(billing === 'annual' && { isAnnual: true }),
    ...(billing === 'monthly' && { isMonthly: true }),
    ...(unit !== undefined && { unit }),
    ...(money !== undefined && { currency: money.currency, ...(money.currencyAssumed && { isCurrencyAssumed: true }) }),
  };
}
