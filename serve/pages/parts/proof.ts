/** What a value on a page leads to: the vendor’s words, the dataset, the author’s source, or the rule that it follows by. */
import type { ImportedFrom, PricingRecord, Research } from '../../../data/record.ts';
import type { Grounds } from '../../../data/research.ts';
import { RULES } from '../../../data/research-rules.ts';
import { type Html, href, html } from '../../../web/html.ts';
import type { EvidenceView } from '../../record/shape.ts';
import { label } from '../../record/vendor-text.ts';
import { evidenceView } from '../../record/view.ts';
import { day } from './wording.ts';

/** Quotes by their ids. */
export type Proofs = ReadonlyMap<string, EvidenceView>;

export function proofsOf({ evidence }: Pick<PricingRecord, 'evidence'>): Proofs {
  return new Map(evidence.map((each) => [each.id, evidenceView(each)]));
}

/** The words, and when they were read; they lead to the evidence with its page. */
function quoteLink(id: string, proofs: Proofs): Html {
  const found = proofs.get(id);
  if (found === undefined) return html`<a href="/api/v2/evidence/${id}">evidence</a>`;
  const { quote, capturedAt } = found;
  return html`<a href="/api/v2/evidence/${id}">“${label(quote, 60)}”</a>, read ${day(capturedAt)}`;
}

/** "robchahin/sso-wall-of-shame (Apache-2.0), 15 Oct 2023". */
function datasetWords({ dataset, license, asOf, sourceUrl }: ImportedFrom): Html {
  return html`dataset ${label(dataset.split(':')[0] ?? '')} (${license}), ${day(asOf)}${sourceUrl !== undefined && html`, <a href="${href(sourceUrl)}" rel="nofollow noopener external">its source</a>`}`;
}

/** What stands in small print behind a value; nothing where nothing is known of it. */
export function source(
  {
    evidence = [],
    imported,
    research,
  }: { evidence?: readonly string[]; imported?: ImportedFrom | undefined; research?: Research | undefined },
  proofs: Proofs,
): Html | false {
  if (evidence.length > 0)
    return small(html`${evidence.map((id, index) => html`${index > 0 && ' · '}${quoteLink(id, proofs)}`)}`);
  if (imported !== undefined) return small(datasetWords(imported));
  if (research !== undefined)
    return small(html`stated by ${label(research.by)}, ${day(research.asOf)}: ${label(research.reason)}`);
  return false;
}

/** The same of what follows from facts or was found by an author. */
export function grounds({ evidence = [], imported, source: found, asOf, rule }: Grounds, proofs: Proofs): Html | false {
  if (evidence.length > 0 || imported !== undefined) return source({ evidence, imported }, proofs);
  if (found !== undefined)
    return small(
      html`<a href="${href(found)}" rel="nofollow noopener external">source</a>${asOf !== undefined && html`, ${day(asOf)}`}`,
    );
  return rule !== undefined && small(html`by rule: ${RULES[rule]}`);
}

function small(words: Html): Html {
  return html` <small class="ground">${words}</small>`;
}
