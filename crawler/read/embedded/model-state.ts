/**
 * Which rates of a page's data are believed: those of a list whose models the page shows, or, where it shows no amount
 * at all, of a list that leaves nothing open. Two lists at odds about a model say nothing of it.
 */
import type { ReadModel } from '../../../data/reading.ts';
import type { Cite, PageData } from '../declared/page-data.ts';
import type { Document } from '../page/document.ts';
import { isPlain, label } from '../page/label.ts';
import { scaleOfPage } from '../rates/page-scale.ts';
import { EVIDENCE_OF } from '../rates/token-rate.ts';
import type { Signals } from '../tiers/signals.ts';
import { type DataModel, type ModelList, modelsIn } from './model-rates.ts';

const MAX_MODELS = 500;
/** Of a list, so many models are looked for in the page's text, and in so much of it. */
const MAX_LOOKED_FOR = 40;
const MAX_TEXT = 400_000;
/** Nothing else in a page's data is a rate's field. */
const FIELDS = /(?:input|prompt)[\w-]{0,30}["']?\s{0,5}:/i;

export function modelsOf(document: Document, signals: Signals, parts: readonly PageData[], cite: Cite): ReadModel[] {
  // Most parts are of one text, the page's source.
  const texts = new Set(parts.map(({ text }) => text));
  if (![...texts].some((text) => FIELDS.test(text))) return [];
  const scale = scaleOfPage(document, signals);
  const shown = document.visible.slice(0, MAX_TEXT).toLowerCase();
  const isShell = signals.amounts.length === 0;
  const currency = onlyCurrency(signals);
  const found = new Map<string, ReadModel | 'at odds'>();
  for (const data of parts) {
    for (const list of modelsIn(data, scale)) {
      if (isShell ? !isWhole(list) : !isShown(list, shown)) continue;
      for (const model of list.models) {
        const read = modelFrom(model, list, data, shown, currency, cite);
        if (read === undefined || found.size >= MAX_MODELS) continue;
        const key = read.model.toLowerCase();
        const known = found.get(key);
        if (known === undefined) found.set(key, read);
        else if (known === 'at odds' || !isSame(known, read)) found.set(key, 'at odds');
      }
    }
  }
  return [...found.values()].flatMap((model) => (model === 'at odds' ? [] : [model]));
}

function onlyCurrency({ amounts }: Signals): string | undefined {
  const [only, ...others] = new Set(amounts.map(({ money }) => money.currency));
  return others.length === 0 ? only : undefined;
}

function isWhole({ models }: ModelList): boolean {
  return models.every(({ rates }) => rates.every(({ currency }) => currency !== undefined));
}

function isShown({ models }: ModelList, shown: string): boolean {
  const some = models.slice(0, MAX_LOOKED_FOR);
  return some.filter(({ names }) => nameShown(names, shown) !== undefined).length * 2 >= some.length;
}

function nameShown(names: readonly string[], shown: string): string | undefined {
  return names.find((name) => shown.includes(name.toLowerCase()));
}

function modelFrom(
  { names, rates }: DataModel,
  list: ModelList,
  data: PageData,
  shown: string,
  currency: string | undefined,
  cite: Cite,
): ReadModel | undefined {
  const model = label(nameShown(names, shown) ?? names[0] ?? '', 120);
  const code = rates.find((rate) => rate.currency !== undefined)?.currency ?? currency;
  if (code === undefined || model.length < 2 || !isPlain(model)) return undefined;
  const read: ReadModel = { model, currency: code, evidence: {} };
  for (const { field, amount, entry, currency: own } of rates) {
    const evidence = cite(entry, data, list);
    if (evidence === undefined || (own !== undefined && own !== code)) return undefined;
    read[field] = amount;
    read.evidence[EVIDENCE_OF[field]] = evidence;
  }
  return read;
}

function isSame(one: ReadModel, other: ReadModel): boolean {
  return (
    one.currency === other.currency &&
    one.inputPerMTok === other.inputPerMTok &&
    one.outputPerMTok === other.outputPerMTok &&
    one.cachedInputPerMTok === other.cachedInputPerMTok
  );
}
