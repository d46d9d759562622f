/** One rate card of what datasets state. A model has its API name where known, and other spellings as aliases. Pure. */
import { datasetOf } from '../../data/datasets.ts';
import { defined } from '../../data/defined.ts';
import { toAmount } from '../../data/money.ts';
import type { ImportedFact } from '../../data/product.ts';
import { datasetName, type ImportedFrom, type Rate } from '../../data/record.ts';
import { modelKey } from '../../data/text/name-key.ts';

const KEPT = 'the newer fact is kept';

export const RATE_FIELD = {
  input_per_mtok: 'inputPerMTok',
  output_per_mtok: 'outputPerMTok',
  cached_input_per_mtok: 'cachedInputPerMTok',
} as const;

type RateParts = { [Part in 'subject' | 'metric' | 'value' | 'currency']: NonNullable<ImportedFact[Part]> };
export type RateFact = ImportedFact & RateParts;

export interface ImportedModel {
  name: string;
  aliases: string[];
  /** Under all spellings, of all datasets. */
  facts: RateFact[];
}

export function isRate<Imported extends ImportedFact>(fact: Imported): fact is Imported & RateParts {
  const { kind, subject, metric, value, currency } = fact;
  return kind === 'token_rate' && [subject, metric, value, currency].every((part) => part !== undefined);
}

export function importedFrom(fact: ImportedFact): ImportedFrom {
  const { dataset, license, asOf, asOfBasis, sourceUrl, quote } = fact;
  return { dataset, license, asOf, asOfBasis, ...defined({ sourceUrl, publisher: datasetOf(fact)?.publisher, quote }) };
}

/** The rate that the facts state in the currency of `from`, whose dataset it names. */
export function importedRate(
  { model, aliases }: Pick<Rate, 'model' | 'aliases'>,
  from: RateFact,
  facts: readonly RateFact[],
): Rate {
  const { currency } = from;
  const origin = { origin: 'imported' as const, evidence: [], imported: importedFrom(from) };
  const rate: Rate = { model, aliases, currency, ...origin };
  for (const fact of facts) if (fact.currency === currency) rate[RATE_FIELD[fact.metric]] = toAmount(fact.value);
  return rate;
}

export function importedRates(facts: readonly ImportedFact[]): { rates: Rate[]; reasons: string[] } {
  const rates: Rate[] = [];
  const reasons: string[] = [];
  for (const model of modelsOf(facts.filter(isRate))) {
    const kept = trusted(model.facts);
    const [first] = kept;
    if (first === undefined) continue;
    const rate = importedRate({ model: model.name, aliases: model.aliases }, first, kept);
    rates.push(rate);
    for (const { dataset, value, asOf, metric, currency } of model.facts)
      if (currency === rate.currency && toAmount(value) !== (rate[RATE_FIELD[metric]] ?? toAmount(value)))
        reasons.push(`${datasetName(dataset)} said ${value} for ${metric} of ${rate.model} on ${asOf}; ${KEPT}`);
  }
  return { rates, reasons };
}

/** In the order in which they are first named. */
export function modelsOf(facts: readonly RateFact[]): ImportedModel[] {
  const api = new Set(facts.filter(isByApi).map(({ subject }) => modelKey(subject)));
  const isPrefixed = (key: string) => !api.has(key) && api.has(afterPrefix(key));
  const keys = facts.map(({ subject }) => modelKey(subject));
  const vendorPrefixes = new Set(keys.filter(isPrefixed).map(prefixOf));
  const withoutPrefix = (key: string) => (isPrefixed(key) ? afterPrefix(key) : key);
  const groups = [...Map.groupBy(facts, ({ subject }) => withoutPrefix(modelKey(subject)))];
  const tails = Map.groupBy(groups, ([key]) => tailOf(key));
  return groups.map(([key, own]) => {
    const newestFirst = own.toSorted((a, b) => (a.asOf < b.asOf ? 1 : -1));
    const name = (newestFirst.find(isByApi) ?? newestFirst[0])?.subject ?? key;
    const tail = tailOf(name);
    const short = !api.has(key) && vendorPrefixes.has(prefixOf(key)) ? [afterPrefix(key)] : [];
    const unambiguous = tails.get(modelKey(tail))?.length === 1 ? [tail] : [];
    const aliases = new Set([...own.map(({ subject }) => subject), ...short, ...unambiguous]);
    aliases.delete(name);
    return { name, aliases: [...aliases], facts: own };
  });
}

function isByApi(fact: ImportedFact): boolean {
  return datasetOf(fact)?.modelNames === 'api';
}

/** "acme/large-1" → "large-1" */
function tailOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** "acme-large-1" → "acme", "large-1": some datasets put the vendor's name before the model's. */
function prefixOf(key: string): string {
  return key.slice(0, key.indexOf('-'));
}

function afterPrefix(key: string): string {
  return key.slice(key.indexOf('-') + 1);
}

/** The facts of one dataset and day: of those that agree, the most complete; otherwise the newest. */
function trusted(facts: readonly RateFact[]): RateFact[] {
  const stated = [...Map.groupBy(facts, ({ dataset, asOf }) => `${asOf} ${dataset}`)]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([, own]) => own);
  const values = Map.groupBy(facts, ({ metric, currency }) => `${metric} ${currency}`);
  const agree = [...values.values()].every((own) => new Set(own.map(({ value }) => toAmount(value))).size === 1);
  const [newest = []] = stated;
  return agree ? stated.reduce((most, own) => (own.length > most.length ? own : most), newest) : newest;
}

export function newestFact(facts: readonly ImportedFact[]): ImportedFact | undefined {
  const [first] = facts;
  return first && facts.reduce((newest, fact) => (fact.asOf >= newest.asOf ? fact : newest), first);
}

/** The same for prices that can be compared. */
export function termsKey({ currency, per, unit, billing, metric }: ImportedFact): string {
  return [currency, per, unit, billing, metric].map((term) => term ?? '').join('|');
}
