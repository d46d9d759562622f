/** An e-mail that asks a vendor for an offer; its claims are published facts. */

import type * as z from 'zod';
import type { Amount } from '../../../data/money.ts';
import type { Grounds } from '../../../data/research.ts';
import { counted } from '../../../data/text/figures.ts';
import { roundedText } from '../../../data/text/price-text.ts';
import type { TeamCost } from '../../cost/cost-shape.ts';
import { exact } from '../../cost/exact.ts';
import type { costGuide } from '../../operations/cost-guide.ts';
import { isJudged } from '../../record/market.ts';
import type { Positioning } from '../../record/shape.ts';
import { sumText } from '../calculators/cost-lines.ts';

/** Never stored. */
export interface Wishes {
  yourName?: string | undefined;
  company?: string | undefined;
  seats: number;
  termYears: number;
  /** Percent below the list price. */
  targetPercent?: number | undefined;
  renewalDate?: string | undefined;
}

export interface Facts {
  name: string;
  /** Absent without a current price on the vendor's page. */
  price: { cost: TeamCost; seenOn: string; grounds: Grounds } | undefined;
  annualSaving: { percent: number; grounds: Grounds } | undefined;
  positioning: Positioning | undefined;
  rival: { name: string; cost: TeamCost; grounds: Grounds } | undefined;
  guide: Pick<z.output<typeof costGuide.response>, 'keyCosts' | 'discountPrograms' | 'negotiation'> | undefined;
}

interface Claim {
  text: string;
  grounds: Grounds;
}

export function emailOf(facts: Facts, wishes: Wishes): { subject: string; body: string; claims: Claim[] } {
  const { name, guide, price } = facts;
  const { yourName, company, seats, termYears, renewalDate } = wishes;
  const forTeam = `${counted(seats, 'seat')} over ${termYears === 1 ? 'one year' : `${termYears} years`}`;
  const claims = priceClaims(facts, wishes);
  const programmes: Claim[] = (guide?.discountPrograms ?? []).map(({ name: called, text, ...grounds }) => ({
    text: `${called}: ${text}`,
    grounds,
  }));
  const costs: Claim[] = (guide?.keyCosts ?? []).map(({ label, cost, ...grounds }) => ({
    text: `${label} (${cost})`,
    grounds,
  }));
  const opening =
    renewalDate === undefined
      ? `We are evaluating ${name} for ${forTeam} and would like a quote.`
      : `Our ${name} subscription renews on ${longDay(renewalDate)}. Before then, we would like a quote for ${forTeam}.`;
  const body = [
    'Hello,',
    company === undefined ? opening : `I am writing for ${company}. ${opening}`,
    ...paragraph('Our starting points:', claims),
    request(price?.cost, wishes),
    ...paragraph('Please tell us which of these published discounts apply to us:', programmes),
    ...paragraph('Please include these costs in your quote, or waive them:', costs),
    'Please also state the renewal price and how long it is guaranteed.',
    ['Kind regards', yourName, company].filter((line) => line !== undefined).join('\n'),
  ];
  return {
    subject: `${name}: quote for ${forTeam}`,
    body: body.join('\n\n'),
    claims: [...claims, ...programmes, ...costs],
  };
}

function priceClaims({ name, price, annualSaving, positioning, rival }: Facts, { seats, termYears }: Wishes): Claim[] {
  const team = seats === 1 ? 'one seat' : counted(seats, 'seat');
  const term = termYears === 1 ? 'a year' : `${termYears} years`;
  const listed = ({ total, currency }: TeamCost) =>
    total.term === undefined ? 'nothing' : sumText(total.term, currency);
  const claims: Claim[] = [];
  if (price !== undefined) {
    const { cost, seenOn, grounds } = price;
    const lines = cost.subscription.lines.map((line) => line.label).join(' and ');
    const sum = cost.total.complete ? `: ${listed(cost)} for ${team} over ${term}` : '';
    claims.push({ text: `Your pricing page showed on ${longDay(seenOn)}: ${name} ${lines}${sum}.`, grounds });
  }
  if (annualSaving !== undefined) {
    const { percent, grounds } = annualSaving;
    claims.push({ text: `Your page lists this plan ${percent} % cheaper with annual billing.`, grounds });
  }
  if (price !== undefined && isJudged(positioning) && positioning.verdict === 'above') {
    const { percentVsMedian, categoryMedian, currency, sampleSize } = positioning;
    const median = roundedText(categoryMedian, currency);
    claims.push({
      text: `Your starting price is ${percentVsMedian} % above the median (${median}) of ${sampleSize} comparable products.`,
      grounds: { origin: 'derived', rule: 'category-median', basis: ['positioning'] },
    });
  }
  if (rival !== undefined)
    claims.push({
      text: `We are also evaluating ${rival.name}; its published prices come to ${listed(rival.cost)} for the same team and term.`,
      grounds: rival.grounds,
    });
  return claims;
}

/** A sum where the list price is known; a question without a target. */
function request(cost: TeamCost | undefined, { targetPercent, termYears }: Wishes): string {
  const term = termYears === 1 ? 'one year' : `${termYears} years`;
  if (targetPercent === undefined) return `What price can you offer us for a term of ${term}?`;
  const wish = `We would sign for ${term} at ${targetPercent} % below your list price`;
  const total = cost?.total.complete === true ? cost.total.term : undefined;
  if (total === undefined || cost?.currency === undefined) return `${wish}.`;
  const wanted = exact(total)
    .times(100 - targetPercent)
    .dividedBy(100);
  return `${wish}, which is ${roundedText(wanted.toFixed() as Amount, cost.currency)}.`;
}

function paragraph(heading: string, claims: readonly Claim[]): string[] {
  return claims.length === 0 ? [] : [[heading, ...claims.map(({ text }) => `- ${text}`)].join('\n')];
}

const LONG_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** "1 March 2027". */
function longDay(day: string): string {
  return LONG_DAY.format(new Date(day));
}
