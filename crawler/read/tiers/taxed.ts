/** Two amounts for one price, without and with tax: business lists go by the one without, and so do we. */
import { Decimal } from 'decimal.js';
import { isZero } from '../../../data/money.ts';
import type { Money } from '../money/money.ts';
import type { Terms } from '../money/term.ts';
import type { Span } from '../page/document.ts';

interface Stated extends Span {
  money: Money;
  terms: Terms;
}

const NET =
  /^[\s(]{0,3}(?:HT(?!\p{L})|hors (?:taxes?|TVA)|netto(?!\p{L})|net of (?:VAT|tax)|(?:excl\.?|excluding|exclusive of|ex\.?|exc\.?|plus|\+|before|without) ?(?:VAT|GST|tax(?:es)?)(?!\p{L})|(?:zzgl\.?|zuzüglich|exkl\.?|ohne) ?(?:gesetzl\. ?)?(?:MwSt|USt|Mehrwertsteuer|Umsatzsteuer)|(?:\+|sin|más|più|senza) ?IVA(?!\p{L})|IVA (?:no incluido|esclusa|excluido)|(?:excl\.?|exclusief) btw)/iu;
const GROSS =
  /^[\s(]{0,3}(?:TTC(?!\p{L})|toutes taxes|brutto(?!\p{L})|(?:incl\.?|including|inclusive of|inc\.?|with) ?(?:VAT|GST|tax(?:es)?)(?!\p{L})|(?:inkl\.?|einschließlich) ?(?:gesetzl\. ?)?(?:MwSt|USt|Mehrwertsteuer|Umsatzsteuer)|(?:con|incl\.) ?IVA(?!\p{L})|IVA (?:incluido|inclusa)|(?:incl\.?|inclusief) btw)/iu;
/** Terms may stand between an amount and what it says of tax: "€10 / month excl. VAT". */
const TERMS = /^[\s(]{0,2}(?:\/ ?|per |pro |par |al |a )\p{L}{1,12}(?: ?\/ ?| per | pro | par )?\p{L}{0,12},?\s?/iu;
const MAX_GAP = 60;
/** No tax on sales is higher. */
const MAX_RATE = '1.28';

/** With what is said with tax refused where the same is said without, which takes from it the terms that it lacks. */
export function withoutTax<Signal extends Stated>(text: string, signals: readonly Signal[]): Signal[] {
  const settled = [...signals];
  for (const [index, one] of signals.entries()) {
    const other = signals[index + 1];
    if (other === undefined || other.start - one.end > MAX_GAP || !isPair(one, other)) continue;
    const kinds = [kindOf(text, one, other.start), kindOf(text, other, other.end + MAX_GAP)];
    if (kinds[0] === undefined || kinds[1] === undefined || kinds[0] === kinds[1]) continue;
    const [net, gross] = kinds[0] === 'net' ? [one, other] : [other, one];
    if (!isTaxOn(net, gross)) continue;
    const { per, billing, unit } = gross.terms;
    const terms = {
      ...(per !== undefined && { per }),
      ...(billing !== undefined && { billing }),
      ...(unit !== undefined && { unit }),
      ...net.terms,
    };
    settled[index] = { ...one, terms: net === one ? terms : refused(one) };
    settled[index + 1] = { ...other, terms: net === other ? terms : refused(other) };
  }
  return settled;
}

const refused = ({ terms }: Stated) => ({ ...terms, refusal: 'the same with tax' });

function isPair({ money: one }: Stated, { money: other }: Stated): boolean {
  return one.currency === other.currency && !isZero(one.amount) && !isZero(other.amount);
}

function kindOf(text: string, { end }: Stated, next: number): 'net' | 'gross' | undefined {
  const after = text.slice(end, Math.min(next, end + MAX_GAP));
  const said = after.replace(TERMS, '');
  if (NET.test(after) || NET.test(said)) return 'net';
  return GROSS.test(after) || GROSS.test(said) ? 'gross' : undefined;
}

function isTaxOn({ money: net }: Stated, { money: gross }: Stated): boolean {
  const ratio = new Decimal(gross.amount).dividedBy(net.amount);
  return ratio.gt(1) && ratio.lte(MAX_RATE);
}
