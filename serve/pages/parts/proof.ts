/** The source of a value: the vendor's words, a dataset, an author's source, or a rule. */

import type { Currency } from '../../../data/money.ts';
import { monthlyPrice } from '../../../data/prices/starting-price.ts';
import { RATE_FIELDS } from '../../../data/reading.ts';
import {
  datasetName,
  type EvidenceId,
  type ImportedFrom,
  type RecordEvidence,
  type Research,
  sourceName,
} from '../../../data/record.ts';
import type { Grounds } from '../../../data/research.ts';
import { RULES } from '../../../data/research-rules.ts';
import { type Html, html } from '../../../web/html.ts';
import { evidencePath } from '../../record/envelope.ts';
import type { RateView, TierView } from '../../record/shape.ts';
import { label } from '../../record/vendor-text.ts';
import { externalLink, separated } from './markup.ts';
import { day } from './wording.ts';

export { evidencePath };

export type Proofs = ReadonlyMap<string, RecordEvidence>;

export function proofsOf({ evidence = [] }: { evidence?: readonly RecordEvidence[] | undefined }): Proofs {
  return new Map(evidence.map((each) => [each.id, each]));
}

function quoteLink(id: string, proofs: Proofs): Html {
  const found = proofs.get(id);
  if (found === undefined) return html`<a href="${evidencePath(id)}">evidence</a>`;
  const { quote, capturedAt } = found;
  return html`<a href="${evidencePath(id)}">“${label(quote, 60)}”</a>, read ${day(capturedAt)}`;
}

/** "dataset robchahin/sso-wall-of-shame (Apache-2.0), 15 Oct 2023", "the vendor’s own published source (ably/docs), 3 Aug 2026". */
export function datasetWords({ dataset, license, asOf, sourceUrl, publisher }: ImportedFrom): Html {
  const name = label(datasetName(dataset));
  const from =
    publisher === 'vendor' ? `${sourceName({ dataset, publisher })} (${name})` : `dataset ${name} (${license})`;
  return html`${from}, ${day(asOf)}${sourceUrl !== undefined && html`, ${externalLink(sourceUrl, 'its source')}`}`;
}

/** @param isDated false where its date is that of the price, which stands beside it */
export function datasetLine({ dataset, license, asOf, publisher }: ImportedFrom, isDated = true): Html {
  return html`${sourceName({ dataset, publisher })} <span class="quiet">(${license})${isDated && html`, as of ${day(asOf)}`}</span>`;
}

/** Ids of quotes. */
type Evidence = string | readonly string[] | undefined;

interface Stated {
  evidence?: Evidence;
  imported?: ImportedFrom | undefined;
  research?: Research | undefined;
}

/** Nothing where the source is not known. */
export function source({ evidence = [], imported, research }: Stated, proofs: Proofs): Html | false {
  const quotes = [evidence].flat().map((id) => quoteLink(id, proofs));
  if (quotes.length > 0) return small(separated(quotes, ' · '));
  if (imported !== undefined) return small(datasetWords(imported));
  if (research === undefined) return false;
  return small(html`entered by ${label(research.by)}, ${day(research.asOf)}: ${label(research.reason)}`);
}

/** The same for derived and researched values. */
export function grounds(
  { evidence = [], imported, source: found, asOf, rule }: Omit<Grounds, 'evidence'> & { evidence?: Evidence },
  proofs: Proofs,
): Html | false {
  if (evidence.length > 0 || imported !== undefined) return source({ evidence, imported }, proofs);
  if (found !== undefined)
    return small(html`${externalLink(found, 'source')}${asOf !== undefined && html`, ${day(asOf)}`}`);
  return rule !== undefined && small(html`by rule: ${RULES[rule]}`);
}

function small(words: Html): Html {
  return html` <small class="ground">${words}</small>`;
}

/**
 * Of a tier's price by the month; of a free or contact-sales tier, the words that say so.
 *
 * @param currency the record's, which the tier's price is displayed in
 */
export function tierEvidence(tier: TierView, currency: Currency | undefined): EvidenceId | undefined {
  if (tier.isFree || tier.isCustom) return tier.evidence;
  return currency === undefined ? undefined : monthlyPrice(tier, currency)?.price.evidence;
}

type RateField = (typeof RATE_FIELDS)[number][0];

/** Undefined where the record does not tell which of several quotes states this rate. */
export function rateEvidence(rate: RateView, field: RateField): EvidenceId | undefined {
  const [first, ...others] = rate.evidence;
  if (others.length === 0) return first;
  const stated = RATE_FIELDS.map(([name]) => name).filter((name) => rate[name] !== undefined);
  if (stated.length !== rate.evidence.length) return undefined;
  return rate.evidence[stated.indexOf(field)];
}
