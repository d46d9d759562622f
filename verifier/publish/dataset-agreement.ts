/** How often two public datasets that state the same thing at about the same time state the same amount. Pure. */
import { TRUST } from '../../config/trust.ts';
import type { DatasetFigures, Disagreement, ImportedFigures } from '../../data/dataset-quality.ts';
import { toAmount } from '../../data/money.ts';
import type { ImportedFact, Slug } from '../../data/product.ts';
import { datasetName } from '../../data/record.ts';
import { each, type Steps } from '../../data/store/steps.ts';
import { nameKey } from '../../data/text/name-key.ts';
import { isRate, modelsOf } from '../record/imported-rates.ts';

/** Facts further apart may differ by a change of the vendor's. */
const SAME_TIME_MS = 90 * 86_400_000;

/** A rate of a model or a price of a tier, with the facts that state it. */
type Stated = { slug: Slug; subject: string; field: string; facts: ImportedFact[] };

type Observed = ReadonlyMap<Slug, readonly ImportedFact[]>;

const figuresOf = new WeakMap<Observed, ImportedFigures>();

export function* importedFigures(observed: Observed): Steps<ImportedFigures> {
  const figures = figuresOf.get(observed) ?? (yield* compared(observed));
  figuresOf.set(observed, figures);
  return figures;
}

function* compared(observed: Observed): Steps<ImportedFigures> {
  const figures = new Map<string, DatasetFigures & { slugs: Set<Slug> }>();
  yield* each(observed, ([slug, facts]) => {
    for (const { dataset, asOf } of facts.filter(isTrusted)) {
      const name = datasetName(dataset);
      const known = figures.get(name) ?? { ...nothingOf(name, asOf), slugs: new Set() };
      figures.set(name, known);
      known.facts += 1;
      known.slugs.add(slug);
      if (asOf < known.oldest) known.oldest = asOf;
      if (asOf > known.newest) known.newest = asOf;
    }
  });
  const disagreements: Disagreement[] = [];
  yield* each(statedOf(observed), ({ slug, subject, field, facts }) => {
    const byDataset = newestOfEach(facts);
    for (const [one, other] of pairs(byDataset)) {
      if (!isSameTime(one, other)) continue;
      for (const { dataset } of [one, other]) {
        const known = figures.get(datasetName(dataset));
        if (known === undefined) continue;
        known.compared += 1;
        known.agreed += isSame(one, other) ? 1 : 0;
      }
    }
    const differing = byDataset.filter((fact) =>
      byDataset.some((other) => isSameTime(fact, other) && !isSame(fact, other)),
    );
    if (differing.length > 0) disagreements.push({ slug, subject, field, stated: differing.map(statementOf) });
  });
  const datasets = [...figures.values()].map(({ slugs, ...known }) => ({
    ...known,
    products: slugs.size,
    reliability: reliabilityOf(known),
  }));
  return { datasets: datasets.sort((a, b) => (a.dataset < b.dataset ? -1 : 1)), disagreements };
}

/** P(a fact was right on its day): the share of agreements, shrunk towards the prior (mean of a beta distribution). */
export function reliabilityOf({ compared, agreed }: Pick<DatasetFigures, 'compared' | 'agreed'>): number {
  const weight = TRUST.importedPriorWeight;
  return (agreed + weight * TRUST.importedConfidence) / (compared + weight);
}

/** By dataset; the prior for one without figures. */
export function reliabilityIn({ datasets }: ImportedFigures): (dataset: string) => number {
  const known = new Map(datasets.map(({ dataset, reliability }) => [dataset, reliability]));
  return (dataset) => known.get(dataset) ?? TRUST.importedConfidence;
}

function nothingOf(dataset: string, asOf: string): DatasetFigures {
  return { dataset, facts: 0, products: 0, oldest: asOf, newest: asOf, compared: 0, agreed: 0, reliability: 0 };
}

function* statedOf(observed: Observed): Generator<Stated> {
  for (const [slug, facts] of observed) {
    for (const { name, facts: rates } of modelsOf(facts.filter(isRate)))
      for (const own of Map.groupBy(rates, ({ metric, currency }) => `${metric} ${currency}`).values())
        yield { slug, subject: name, field: own[0]?.metric ?? '', facts: own };
    const prices = facts.filter(
      (fact) =>
        isTrusted(fact) && fact.kind !== 'token_rate' && fact.value !== undefined && fact.currency !== undefined,
    );
    const keyOf = ({ kind, subject = '', currency, per, unit, billing }: ImportedFact) =>
      JSON.stringify([kind, nameKey(subject), currency, per, unit, billing]);
    for (const own of Map.groupBy(prices, keyOf).values())
      yield { slug, subject: own[0]?.subject ?? '', field: own[0]?.kind ?? '', facts: own };
  }
}

/** A price that is only compared is misdated or incomplete: a difference says nothing of the other dataset. */
function isTrusted({ compareOnly }: ImportedFact): boolean {
  return compareOnly === undefined;
}

function newestOfEach(facts: readonly ImportedFact[]): ImportedFact[] {
  const newest = new Map<string, ImportedFact>();
  for (const fact of facts) {
    const name = datasetName(fact.dataset);
    if (fact.asOf >= (newest.get(name)?.asOf ?? '')) newest.set(name, fact);
  }
  return [...newest.values()];
}

function pairs<T>(list: readonly T[]): [T, T][] {
  return list.flatMap((one, at) => list.slice(at + 1).map((other): [T, T] => [one, other]));
}

function isSame(a: ImportedFact, b: ImportedFact): boolean {
  return a.value !== undefined && b.value !== undefined && toAmount(a.value) === toAmount(b.value);
}

function isSameTime(a: ImportedFact, b: ImportedFact): boolean {
  return Math.abs(Date.parse(a.asOf) - Date.parse(b.asOf)) <= SAME_TIME_MS;
}

function statementOf({ dataset, value = '', currency = '', asOf }: ImportedFact): Disagreement['stated'][number] {
  return { dataset: datasetName(dataset), value, currency, asOf };
}
