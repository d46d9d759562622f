/**
 * Reads the offers of schema.org that a page states for search engines in JSON-LD. An offer is a plan like another of
 * a page's data (plan.ts); one without a period, by itself or as the page shows the same amount, is no subscription
 * price. Often stale, so a second opinion: on three labelled pages it states eight facts of plans, all of them right.
 */
import type { Reading, Rejected } from '../../../data/reading.ts';
import type { Document } from '../page/document.ts';
import { label } from '../page/label.ts';
import { isWord } from './field.ts';
import { type DataEntry, type DataObject, type DataValue, fieldOf, parseJson } from './literal.ts';
import { citeSource } from './page-data.ts';
import { planOf } from './plan.ts';
import { mergedByName } from './plan-list.ts';
import type { Shown } from './shown.ts';
import { planName } from './terms.ts';
import { saysSomething, tierOf } from './tier.ts';

const MAX_OFFERS = 60;
const MAX_BLOCK = 1_000_000;

interface Offer {
  node: DataObject;
  /** The product that the offer is of. */
  owner?: string | undefined;
}

export function readSchemaOrg({ source, scripts, lang }: Document, shown: Shown): Reading {
  const rejected: Rejected[] = [];
  const roots = scripts.flatMap(({ type, start, end }) => {
    const text = /ld\+json/i.test(type) && end - start <= MAX_BLOCK ? source.slice(start, end) : '';
    return (text.includes('Offer') ? parseJson(text, start) : undefined) ?? [];
  });
  const plans = offersIn(roots).flatMap(({ node, owner = '' }) => {
    const own = planName(owner)?.name;
    const fallback = own !== undefined && shown.hasName(own) ? own : undefined;
    const plan = planOf(node, { terms: {}, lang, fallback });
    // "Acme Team", offered by Acme, may be shown as "Team".
    const bare = plan?.names.filter((name) => name.startsWith(`${owner} `)).map((name) => name.slice(owner.length + 1));
    return plan === undefined ? [] : [{ ...plan, names: [...plan.names, ...(bare ?? [])] }];
  });
  const cite = citeSource(source);
  const citeOffer = (entry: DataEntry) => {
    const data = { root: entry.value, name: '', path: 'script[type="application/ld+json"]' };
    const evidence = cite(entry, data, { path: [] });
    return evidence && { ...evidence, method: 'json-ld' as const };
  };
  const tiers = mergedByName(plans).flatMap((plan) => {
    const { tier, open } = tierOf(plan, { shown, cite: citeOffer });
    const quote = label(`${tier.name}: ${plan.prices.map(({ amount }) => amount).join(', ')}`, 120);
    if (open > 0 && rejected.length < 50)
      rejected.push({ quote, reason: 'no period or currency, or two amounts for one' });
    return saysSomething(tier) ? [tier] : [];
  });
  return { reader: 'json-ld', tiers, models: [], rejected };
}

/** Every offer of the page's own wares, walked without recursion. */
function offersIn(roots: readonly DataValue[]): Offer[] {
  const offers: Offer[] = [];
  const open = roots.map((node): { node: DataValue; owner?: string | undefined } => ({ node })).reverse();
  for (let next = open.pop(); next !== undefined && offers.length < MAX_OFFERS; next = open.pop()) {
    const { node } = next;
    if (node.kind === 'array') for (const item of node.items.toReversed()) open.push({ ...next, node: item });
    if (node.kind !== 'object' || typesOf(node).some((type) => isWord('otherWares', type))) continue;
    if (typesOf(node).includes('Offer')) offers.push({ ...next, node });
    const name = fieldOf(node, 'name');
    const owner = name?.kind === 'string' ? name.value : next.owner;
    for (const { key, value } of typesOf(node).includes('Offer') ? [] : node.entries.toReversed())
      if (!isWord('asides', key)) open.push({ node: value, owner });
  }
  return offers;
}

/** `https://schema.org/Offer`, `schema:Offer` → Offer; a SportsEvent is an Event. */
function typesOf(node: DataObject): string[] {
  const type = fieldOf(node, '@type');
  const types = type?.kind === 'array' ? type.items : [type];
  const words = types.flatMap((each) => (each?.kind === 'string' ? each.value.slice(0, 200) : []));
  return words.map((word) => (word.split(/[/#:]/).at(-1) ?? '').replace(/^\w+(?=Event$|Vehicle$)/, ''));
}
