/**
 * One rate card from what datasets say of a product's models: a model goes by the name that the vendor's API takes,
 * where a dataset has that, and by the others' spellings as aliases. Pure.
 */
import { datasetOf } from '../../data/datasets.ts';
import { toAmount } from '../../data/money.ts';
import type { ImportedFact } from '../../data/product.ts';
import { datasetName, type Rate } from '../../data/record.ts';
import { modelKey } from '../../data/text/model-name.ts';
import { importedFrom } from './imported-from.ts';

export const RATE_FIELD = {
  input_per_mtok: 'inputPerMTok',
  output_per_mtok: 'outputPerMTok',
  cached_input_per_mtok: 'cachedInputPerMTok',
} as const;

/** A rate that can be stated: of a model, in a currency. */
export type RateFact = ImportedFact & {
  [Part in 'subject' | 'metric' | 'value' | 'currency']: NonNullable<ImportedFact[Part]>;
};

export interface ImportedModel {
  name: string;
  aliases: string[];
  /** In all spellings, of all datasets. */
  facts: RateFact[];
}

export function isRate(fact: ImportedFact): fact is RateFact {
  const { kind, subject, metric, value, currency } = fact;
  return kind === 'token_rate' && [subject, metric, value, currency].every((part) => part !== undefined);
}

export function importedRates(facts: readonly ImportedFact[]): { rates: Rate[]; reasons: string[] } {
  const rates: Rate[] = [];
  const reasons: string[] = [];
  for (const model of modelsOf(facts.filter(isRate))) {
    const kept = trusted(model.facts);
    const [first] = kept;
    if (first === undefined) continue;
    const rate: Rate = {
      model: model.name,
      aliases: model.aliases,
      currency: first.currency,
      origin: 'imported',
      evidence: [],
      imported: importedFrom(first),
    };
    for (const { metric, value, currency } of kept)
      if (currency === rate.currency) rate[RATE_FIELD[metric]] = toAmount(value);
    rates.push(rate);
    for (const { dataset, value, asOf, metric, currency } of model.facts)
      if (currency === rate.currency && toAmount(value) !== (rate[RATE_FIELD[metric]] ?? toAmount(value)))
        reasons.push(
          `${datasetName(dataset)} said ${value} for ${metric} of ${rate.model} on ${asOf}; the newer fact is kept`,
        );
  }
  return { rates, reasons };
}

/** In the order in which they are first named. */
export function modelsOf(facts: readonly RateFact[]): ImportedModel[] {
  const api = new Set(facts.filter(isByApi).map(({ subject }) => modelKey(subject)));
  const vendorPrefixes = new Set(
    facts
      .map(({ subject }) => modelKey(subject))
      .filter((key) => !api.has(key) && api.has(afterPrefix(key)))
      .map(prefixOf),
  );
  const keyOf = ({ subject }: RateFact) => {
    const key = modelKey(subject);
    return !api.has(key) && api.has(afterPrefix(key)) ? afterPrefix(key) : key;
  };
  const groups = [...Map.groupBy(facts, keyOf)];
  const tails = Map.groupBy(groups, ([key]) => key.slice(key.lastIndexOf('/') + 1));
  return groups.map(([key, own]) => {
    const newestFirst = own.toSorted((a, b) => (a.asOf < b.asOf ? 1 : -1));
    const name = (newestFirst.find(isByApi) ?? newestFirst[0])?.subject ?? key;
    const tail = name.slice(name.lastIndexOf('/') + 1);
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

/** "acme-large-1" → "acme", "large-1": some datasets put the vendor's name before the model's. */
function prefixOf(key: string): string {
  return key.slice(0, key.indexOf('-'));
}

function afterPrefix(key: string): string {
  return key.slice(key.indexOf('-') + 1);
}

/** Of datasets that agree the one that says most, else the newest. */
function trusted(facts: readonly RateFact[]): RateFact[] {
  const stated = [...Map.groupBy(facts, ({ dataset, asOf }) => `${asOf} ${dataset}`)]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([, own]) => own);
  const values = Map.groupBy(facts, ({ metric, currency }) => `${metric} ${currency}`);
  const agree = [...values.values()].every((own) => new Set(own.map(({ value }) => toAmount(value))).size === 1);
  const [newest = []] = stated;
  return agree ? stated.reduce((most, own) => (own.length > most.length ? own : most), newest) : newest;
}
