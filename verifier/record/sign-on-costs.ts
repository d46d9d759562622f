/** What single sign-on costs by a dataset. A cost that contradicts the record's own prices is withheld. Pure. */
import { defined } from '../../data/defined.ts';
import { compareAmounts, isZero, minusAmount, sameAmount, toAmount } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import type { ImportedFact } from '../../data/product.ts';
import { datasetName, type HiddenCost, type Price } from '../../data/record.ts';
import { amountText } from '../../data/text/price-text.ts';
import { importedFrom, newestFact, termsKey } from './imported-rates.ts';

/** What the record itself states. */
type Own = Pick<Statement, 'tiers' | 'facts'>;

export interface SignOn {
  costs: HiddenCost[];
  /** Why a cost is not among them. */
  withheld: string[];
}

export function signOnCosts(facts: readonly ImportedFact[], own: Own): SignOn {
  const newest = (kind: ImportedFact['kind']) => newestFact(facts.filter((fact) => fact.kind === kind));
  const stated = { price: newest('sso_price'), base: newest('base_price'), increase: newest('sso_percent_increase') };
  const costs = costsOf(stated, own);
  const [cost] = costs;
  const reason = cost === undefined ? undefined : contradiction(stated, own);
  if (cost?.imported === undefined || reason === undefined) return { costs, withheld: [] };
  const by = datasetName(cost.imported.dataset);
  return { costs: [], withheld: [`cost of single sign-on from ${by} withheld: ${reason}`.slice(0, 160)] };
}

interface Stated {
  price: ImportedFact | undefined;
  base: ImportedFact | undefined;
  increase: ImportedFact | undefined;
}

/** Undefined where the record states nothing that it could contradict. */
function contradiction({ price, base }: Stated, { tiers, facts = [] }: Own): string | undefined {
  if (facts.some((fact) => fact.kind === 'capability' && fact.capability === 'sso'))
    return 'the vendor’s page states which plans include it';
  const prices = tiers.flatMap((tier) => tier.prices.filter(({ amount }) => !isZero(amount)));
  if (prices.length === 0) return undefined;
  for (const fact of [base, price])
    if (fact?.value !== undefined && fact.currency !== undefined && !prices.some((each) => isOf(each, fact)))
      return `no plan in the record costs ${amountText(fact.value, { currency: fact.currency, per: fact.per })}`;
  return undefined;
}

function isOf({ amount, currency, per }: Price, fact: ImportedFact): boolean {
  return fact.value !== undefined && sameAmount(amount, fact.value) && currency === fact.currency && per === fact.per;
}

/** Beyond the base price, where a dataset states both under the same terms. */
function costsOf({ price, base, increase }: Stated, { tiers }: Own): HiddenCost[] {
  if (price?.contactSales === true)
    return [costOf(price, 'Single sign-on requires a plan with contact sales', 'contact sales')];
  if (price?.value !== undefined && price.currency !== undefined && price.per !== undefined) {
    const { value, currency, per, unit } = price;
    const terms = { currency, per, ...defined({ unit }) };
    const stated = amountText(value, terms);
    const tier = tiers.find(({ prices }) => prices.some((each) => isOf(each, price)));
    const label = `Single sign-on requires ${tier?.name ?? `the tier at ${stated}`}`;
    const isComparable = base?.dataset === price.dataset && termsKey(base) === termsKey(price);
    if (!isComparable || base.value === undefined)
      return [{ ...costOf(price, label, stated), amount: toAmount(value), ...terms }];
    if (compareAmounts(value, base.value) <= 0) return [];
    const amount = minusAmount(value, base.value);
    return [{ ...costOf(price, label, `+${amountText(amount, terms)} over the base price`), amount, ...terms }];
  }
  if (increase?.value !== undefined && !isZero(toAmount(increase.value)))
    return [costOf(increase, 'Single sign-on requires a higher price', `+${increase.value} % over the base price`)];
  return [];
}

function costOf(fact: ImportedFact, label: string, cost: string): HiddenCost {
  const source = defined({ source: fact.sourceUrl });
  return { label, cost, kind: 'sso', origin: 'imported', ...source, imported: importedFrom(fact) };
}
