/**
 * An e-mail that asks a vendor for an offer. What it claims follows from published facts, each with its grounds; what it
 * asks for is what the person who writes it asked for. No discount is made up. Pure.
 */

import type * as z from 'zod';
import type { Amount, Currency } from '../../../data/money.ts';
import type { Grounds } from '../../../data/research.ts';
import { moneyText, rounded } from '../../../data/text/price-text.ts';
import type { TeamCost } from '../../cost/cost-shape.ts';
import { exact } from '../../cost/exact.ts';
import { isFloor } from '../../cost/floor.ts';
import type { costGuide } from '../../operations/cost-guide.ts';
import { numberOf } from '../../record/counts.ts';
import type { Positioning } from '../../record/shape.ts';

/** What a person says of themselves and of what they want; nothing of it is kept. */
export interface Wishes {
  yourName: string | undefined;
  company: string | undefined;
  seats: number;
  termYears: number;
  /** Percent below the list price that they ask for. */
  targetPercent: number | undefined;
  /** A day, of the contract that they have. */
  renewalDate: string | undefined;
}

export interface Facts {
  name: string;
  /** Absent where no price may be stated as what the vendor’s page shows. */
  price: { cost: TeamCost; seenOn: string; grounds: Grounds } | undefined;
  annualSaving: { percent: number; grounds: Grounds } | undefined;
  positioning: Positioning | undefined;
  rival: { name: string; cost: TeamCost; grounds: Grounds } | undefined;
  guide: Pick<z.output<typeof costGuide.response>, 'keyCosts' | 'discountPrograms' | 'negotiation'> | undefined;
}

/** A sentence of the e-mail, and what it follows from. */
export interface Claim {
  text: string;
  grounds: Grounds;
}

export interface Email {
  subject: string;
  body: string;
  claims: Claim[];
}

export function emailOf(facts: Facts, wishes: Wishes): Email {
  const { name, guide, price } = facts;
  const { yourName, company, seats, termYears, renewalDate } = wishes;
  const forTeam = `${numberOf(seats, 'seat')} over ${termYears === 1 ? 'one year' : `${termYears} years`}`;
  const claims = [...priceClaims(facts, wishes)];
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
      ? `We are looking at ${name} for ${forTeam} and would like an offer.`
      : `Our subscription of ${name} renews on ${dayText(renewalDate)}. Before then we would like an offer for ${forTeam}.`;
  const body = [
    'Hello,',
    company === undefined ? opening : `I am writing for ${company}. ${opening}`,
    ...paragraph(
      'What we go by:',
      claims.map(({ text }) => text),
    ),
    asked(price?.cost, wishes),
    ...paragraph(
      'Please say which of these, which you publish, apply to us:',
      programmes.map(({ text }) => text),
    ),
    ...paragraph(
      'Please state in your offer what these cost us, or leave them out:',
      costs.map(({ text }) => text),
    ),
    'Please also state the price of the renewal, and for how long it is fixed.',
    ['Kind regards', yourName, company].filter((line) => line !== undefined).join('\n'),
  ];
  return {
    subject: `${name}: offer for ${forTeam}`,
    body: body.join('\n\n'),
    claims: [...claims, ...programmes, ...costs],
  };
}

const POSITION: Grounds = { origin: 'derived', rule: 'category-median', basis: ['positioning'] };

function priceClaims({ name, price, annualSaving, positioning, rival }: Facts, { seats, termYears }: Wishes): Claim[] {
  const team = seats === 1 ? 'one seat' : numberOf(seats, 'seat');
  const term = termYears === 1 ? 'a year' : `${termYears} years`;
  const listed = (of: TeamCost) => sum(of.total.term, of.currency);
  const claims: (Claim | undefined)[] = [
    price && {
      text: `Your pricing page showed on ${dayText(price.seenOn)}: ${name} ${price.cost.subscription.lines.map((line) => line.label).join(' and ')}${isFloor(price.cost.total) ? '' : `: ${listed(price.cost)} for ${team} over ${term}`}.`,
      grounds: price.grounds,
    },
    annualSaving && {
      text: `You publish ${annualSaving.percent} % less for paying this tier by the year.`,
      grounds: annualSaving.grounds,
    },
    price &&
      positioning?.sufficient === true &&
      positioning.verdict === 'above' && {
        text: `Your starting price is ${positioning.percentVsMedian} % above the median (${moneyText(positioning.categoryMedian, positioning.currency)}) of ${positioning.sampleSize} comparable products that are priced alike.`,
        grounds: POSITION,
      },
    rival && {
      text: `We are also looking at ${rival.name}, whose published prices come to ${listed(rival.cost)} for the same team and term.`,
      grounds: rival.grounds,
    },
  ].map((claim) => claim || undefined);
  return claims.filter((claim) => claim !== undefined);
}

/** What they asked for themselves, worked out; a question where they did not. */
function asked(cost: TeamCost | undefined, { targetPercent, termYears }: Wishes): string {
  const term = termYears === 1 ? 'one year' : `${termYears} years`;
  if (targetPercent === undefined) return `Which price can you offer us if we sign for ${term}?`;
  const total = cost === undefined || isFloor(cost.total) ? undefined : cost.total.term;
  if (total === undefined || cost?.currency === undefined)
    return `We would sign for ${term} at ${targetPercent} % below your list price.`;
  const wanted = exact(total)
    .times(100 - targetPercent)
    .dividedBy(100);
  return `We would sign for ${term} at ${targetPercent} % below your list price, which is ${moneyText(rounded(wanted.toFixed() as Amount, cost.currency), cost.currency)}.`;
}

function sum(total: number | undefined, currency: Currency | undefined): string {
  return total === undefined || currency === undefined ? 'nothing' : moneyText(total, currency);
}

function paragraph(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[heading, ...lines.map((line) => `- ${line}`)].join('\n')];
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** "1 March 2027". */
function dayText(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}
