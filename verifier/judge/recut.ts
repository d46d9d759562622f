/** Cuts every quote again from the archived page, and refuses, with a reason, what the page does not support. Total. */
import { defined } from '../../data/defined.ts';
import { sameAmount, timesAmount } from '../../data/money.ts';
import {
  type Evidence,
  type PageReading,
  RATE_FIELDS,
  type Reading,
  type ReadModel,
  type ReadPrice,
  type ReadTier,
  type Rejected,
} from '../../data/reading.ts';
import { cut, type PageWords } from '../../data/text/page-text.ts';
import { saysCustom, saysFree } from './claim-words.ts';
import { CONTEXT } from './number-neighbours.ts';
import { amountsIn, type Quoted, type Support, supportOf } from './stated-amounts.ts';

export interface Supported {
  tiers: ReadTier[];
  models: ReadModel[];
  /** The readings of each reader, cut the same way. */
  readings: Reading[];
  refused: Rejected[];
  /** Counts of facts (prices, rates, free and contact-sales claims) of the composed reading. */
  facts: { read: number; supported: number; outright: number };
  /** Tiers of the composed reading with a name and nothing else. */
  silentTiers: number;
}

export function recut(words: PageWords | undefined, reading: PageReading): Supported {
  const composed = new Cutter(words);
  const tiers = composed.tiers(reading.tiers);
  const models = composed.models(reading.models);
  const silentTiers = reading.tiers.filter((tier) => tier.prices.length === 0 && !tier.isFree && !tier.isCustom).length;
  const readings = reading.readings.map((each) => {
    const cutter = new Cutter(words);
    return { ...each, tiers: cutter.tiers(each.tiers), models: cutter.models(each.models) };
  });
  return { tiers, models, readings, refused: composed.refused.slice(0, 200), facts: composed.facts, silentTiers };
}

class Cutter {
  readonly refused: Rejected[] = [];
  readonly facts = { read: 0, supported: 0, outright: 0 };
  readonly #words: PageWords | undefined;

  constructor(words: PageWords | undefined) {
    this.#words = words;
  }

  tiers(tiers: ReadTier[]): ReadTier[] {
    return tiers.flatMap((tier) => {
      const prices = tier.prices.filter((price) => this.#price(price, tier.name));
      const hasZero = prices.some(({ amount }) => sameAmount(amount, '0'));
      const isFree = tier.isFree && (hasZero || this.#claim(tier, 'free', saysFree));
      const isCustom = tier.isCustom && this.#claim(tier, 'priced on request', saysCustom);
      if (prices.length === 0 && !isFree && !isCustom) return [];
      const { evidence, confidence, ...rest } = tier;
      const isClaim = isFree || isCustom;
      const keepsEvidence = evidence !== undefined && isClaim && this.#fault(evidence) === undefined;
      return [
        {
          ...{ ...rest, prices, isFree, isCustom },
          ...(keepsEvidence && { evidence }),
          ...(isClaim && defined({ confidence })),
        },
      ];
    });
  }

  models(models: ReadModel[]): ReadModel[] {
    return models.flatMap((read) => {
      const { model, currency, band, confidence } = read;
      const kept: ReadModel = { model, currency, ...defined({ band, confidence }), evidence: {} };
      for (const [field, side] of RATE_FIELDS) {
        const amount = read[field];
        if (amount === undefined || !this.#rate(amount, read.evidence[side], model)) continue;
        kept[field] = amount;
        kept.evidence[side] = read.evidence[side];
      }
      return Object.keys(kept.evidence).length > 0 ? [kept] : [];
    });
  }

  #price({ amount, currency, evidence }: ReadPrice, tier: string): boolean {
    this.facts.read += 1;
    const fault = this.#fault(evidence);
    if (fault !== undefined) return this.#refuse(evidence.quote, `${tier}: ${fault}`);
    const support = supportOf(this.#quoted(evidence), amount, currency);
    if (support === undefined) return this.#refuse(evidence.quote, `${tier}: the quote does not state ${amount}`);
    return this.#accept(evidence, support);
  }

  #rate(amount: string, evidence: Evidence | undefined, model: string): boolean {
    this.facts.read += 1;
    if (evidence === undefined) return this.#refuse('', `${model}: no evidence for ${amount}`);
    const fault = this.#fault(evidence);
    if (fault !== undefined) return this.#refuse(evidence.quote, `${model}: ${fault}`);
    const isGiven = sameAmount(amount, '0') && saysFree(evidence.quote);
    const support = isGiven
      ? 'stated'
      : (supportOf(this.#quoted(evidence), amount) ?? this.#scaledSupport(amount, evidence));
    if (support === undefined)
      return this.#refuse(evidence.quote, `${model}: the quote does not state ${amount} per 1M tokens`);
    return this.#accept(evidence, support);
  }

  /** A rate that the page states per 1K tokens or per token, which the reader scaled to 1M. */
  #scaledSupport(amount: string, evidence: Evidence): Support | undefined {
    const around = this.#words === undefined ? '' : scopeText(evidence, this.#words);
    for (const { says, factor } of SCALES) {
      const outright = says.test(evidence.quote);
      if (!outright && !says.test(around)) continue;
      for (const [stated, support] of amountsIn(this.#quoted(evidence))) {
        // A scale in a header elsewhere on the page is weaker than words beside the amount.
        if (sameAmount(timesAmount(stated, factor), amount)) return outright ? support : 'joined';
      }
    }
    return undefined;
  }

  #claim(tier: ReadTier, claim: string, says: (quote: string) => boolean): boolean {
    this.facts.read += 1;
    if (tier.evidence === undefined) return this.#refuse('', `${tier.name}: no evidence that it is ${claim}`);
    const fault = this.#fault(tier.evidence);
    if (fault !== undefined) return this.#refuse(tier.evidence.quote, `${tier.name}: ${fault}`);
    if (!says(tier.evidence.quote))
      return this.#refuse(tier.evidence.quote, `${tier.name}: the quote does not say that it is ${claim}`);
    return this.#accept(tier.evidence, 'stated');
  }

  #fault(evidence: Evidence): string | undefined {
    if (this.#words === undefined) return 'the archived page cannot be decoded';
    if (cut(evidence, this.#words) !== evidence.quote) return 'the quote is not at the stated position';
    if (partsNumber(evidence, this.#words)) return 'the quote is part of a longer number';
    return undefined;
  }

  /** A quote of the text with the words beside it; one of the source has limits of its own. */
  #quoted(evidence: Evidence): string | Quoted {
    const { quote, textStart, textEnd } = evidence;
    if (this.#words === undefined || evidence.scope !== 'text') return quote;
    const { text } = this.#words;
    // A footnote's mark, which the source sets apart from the digits before it.
    const after = touchesDigit(evidence, this.#words) ? '' : text.slice(textEnd, textEnd + CONTEXT);
    return { quote, before: text.slice(Math.max(0, textStart - CONTEXT), textStart), after };
  }

  #accept(evidence: Evidence, support: Support): true {
    this.facts.supported += 1;
    const isWhole = this.#words !== undefined && !touchesDigit(evidence, this.#words);
    if (support === 'stated' && isWhole) this.facts.outright += 1;
    return true;
  }

  #refuse(quote: string, reason: string): false {
    this.refused.push({ quote: quote.slice(0, 200), reason: reason.slice(0, 120) });
    return false;
  }
}

const SCALES = [
  { says: /[万萬]\s?(?:tok|トークン|词元)/iu, factor: 100 },
  {
    says: /(?:1|one)[,.\s]?(?:000|\s?k(?!\p{L})|\s?thousand)|(?:per|\/)\s?(?:k(?!\p{L})|thousand)|千/iu,
    factor: 1_000,
  },
  { says: /(?:per|\/|each)\s?token/iu, factor: 1_000_000 },
];

export function scopeText({ scope }: Evidence, words: PageWords): string {
  return scope === 'text' ? words.text : words.source;
}

/** "$1" cut out of "$1,234", "50" out of "12.50"; not "29" beside a footnote mark in an element of its own. */
function partsNumber(evidence: Evidence, words: PageWords): boolean {
  const text = scopeText(evidence, words);
  const { textStart, textEnd } = evidence;
  const before = text.slice(Math.max(0, textStart - 2), textStart + 1);
  const after = text.slice(textEnd - 1, textEnd + 3);
  if (/^\d[.,'’]\d$/.test(before) || /^\d\d$/.test(before.slice(-2)) || /^\d\s?[.,'’]\d/.test(after)) return true;
  const splits =
    /\d[.,]\d$/.test(text.slice(textStart - 1, textStart + 2)) ||
    /^\d[.,]\d/.test(text.slice(textEnd - 2, textEnd + 1));
  if (splits && !isListed(evidence, words)) return true;
  return touchesDigit(evidence, words) && !endsWithItsElement(evidence, words);
}

/** `,12,` in `["Pro",12,15]`: in scripts a comma also separates list items. */
function isListed({ scope, textStart, quote }: Evidence, { source }: PageWords): boolean {
  if (scope !== 'source' || !/^[[(,]\d+(?:\.\d+)?[\]),]$/.test(quote)) return false;
  const before = source.slice(Math.max(0, textStart - 200), textStart);
  const numbers = /(?<![\d.,])[\d.,]*$/.exec(before)?.[0] ?? '';
  return (
    !quote.startsWith(',') ||
    numbers === '' ||
    numbers.startsWith(',') ||
    /[[(]$/.test(before.slice(0, before.length - numbers.length))
  );
}

function touchesDigit(evidence: Evidence, words: PageWords): boolean {
  return /^\d\d$/.test(scopeText(evidence, words).slice(evidence.textEnd - 1, evidence.textEnd + 1));
}

/** Whether a tag in the page's source separates the quote's last digits from those that follow. */
function endsWithItsElement(evidence: Evidence, words: PageWords): boolean {
  const tail = /(?<!\d)\d+$/.exec(evidence.quote)?.[0] ?? '';
  const rest = /^\d+/.exec(scopeText(evidence, words).slice(evidence.textEnd, evidence.textEnd + 20))?.[0] ?? '';
  return (
    evidence.scope === 'text' && new RegExp(`(?<!\\d)${tail}(?:<[^<>]{0,300}>){1,6}${rest}(?!\\d)`).test(words.source)
  );
}
