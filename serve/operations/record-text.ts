/**
 * A record's answer as JSON, byte by byte what `recordAnswer` says, put together from text that is ready: each data
 * field has its own, so that any choice of them is joined, and neither picked into an object nor written anew.
 */

import { jsonText, member, members } from '../cache/json-text.ts';
import { GROUP_LICENSES, type Group, licenses, productEnvelope, SCHEMA_VERSION } from '../record/envelope.ts';
import { RECORD_FIELDS, type RecordData } from '../record/shape.ts';
import type { Found } from '../store/lookup.ts';
import type { Store } from '../store/store.ts';
import { type Choice, factsOf, researchOf, type Standing, standingAnswer, standingOf } from './record-answer.ts';

/** Sets of fields and of groups are bits, by their places in these lists. */
const FIELDS: readonly string[] = RECORD_FIELDS;
const GROUPS = Object.keys(GROUP_LICENSES) as Group[];
const bitOf = new Map(FIELDS.map((name, at) => [name, 1 << at]));
const groupBits = FIELDS.map((name) => (name in GROUP_LICENSES ? 1 << GROUPS.indexOf(name as Group) : 0));
const ALL = -1;

/** Data fields as members of an object, each behind a comma. */
interface Pieces {
  /** In the order of the data, which is not that of the list. */
  whole: string;
  wholeGroups: number;
  /** By the place in the list of fields. */
  texts: readonly (string | undefined)[];
}

/** `undefined`: nothing was known of the product on the day that is asked for. */
export function recordText(store: Store, found: Found, now: Date, choice: Choice): string | undefined {
  const standing = standingOf(store, found, now, choice);
  if (standing === undefined) return undefined;
  const { fields, asOf, recordedBefore, minConfidence, maxAgeDays } = choice;
  if (minConfidence !== undefined || maxAgeDays !== undefined)
    return jsonText(standingAnswer(store, found, standing, choice));
  const pieces = piecesOf(store, found, standing, choice);
  const wanted = fields === undefined ? ALL : bitsOf(fields);
  const { text, groups } = wanted === ALL ? joined(pieces) : picked(pieces, wanted);
  return `{${identityText(store, found)}${dayText(store, standing, { asOf, recordedBefore })}${text}${trustText(store, found, standing)}${licenseText(groups)}${generationText(store)}}`;
}

function piecesOf(store: Store, { product: { slug } }: Found, standing: Standing, choice: Choice): Pieces[] {
  const facts = factsOf(store, standing, choice.depth);
  const research = researchOf(store, slug, { standing, facts, choice });
  return (research === undefined ? [facts] : [facts, research]).map((data) =>
    store.derived.of(data, 'pieces', () => piecesOfData(data)),
  );
}

function piecesOfData(data: Partial<RecordData>): Pieces {
  const texts: (string | undefined)[] = FIELDS.map(() => undefined);
  let [whole, wholeGroups] = ['', 0];
  for (const [name, value] of Object.entries(data)) {
    const ready = member(name, value);
    if (ready === undefined) continue;
    const text = `,${ready}`;
    const at = FIELDS.indexOf(name);
    texts[at] = text;
    whole += text;
    wholeGroups |= groupBits[at] ?? 0;
  }
  return { whole, wholeGroups, texts };
}

function joined(pieces: readonly Pieces[]): { text: string; groups: number } {
  let [text, groups] = ['', 0];
  for (const { whole, wholeGroups } of pieces) {
    text += whole;
    groups |= wholeGroups;
  }
  return { text, groups };
}

function picked([facts, research]: readonly Pieces[], wanted: number): { text: string; groups: number } {
  let [text, groups] = ['', 0];
  for (let at = 0; at < FIELDS.length; at += 1) {
    if ((wanted & (1 << at)) === 0) continue;
    const piece = facts?.texts[at] ?? research?.texts[at];
    if (piece === undefined) continue;
    text += piece;
    groups |= groupBits[at] ?? 0;
  }
  return { text, groups };
}

function bitsOf(fields: readonly string[]): number {
  let bits = 0;
  for (const name of fields) bits |= bitOf.get(name) ?? 0;
  return bits;
}

function identityText({ derived }: Store, { product }: Found): string {
  const { slug, name, category } = product;
  return derived.of(product, 'identity', () => ({ text: members({ slug, name, category }) })).text;
}

/** Of a record of the past; of today’s, the day that was asked for, if any was. */
function dayText(
  { derived }: Store,
  { stated, interval }: Standing,
  { asOf, recordedBefore }: Pick<Choice, 'asOf' | 'recordedBefore'>,
): string {
  const day = asOf ?? recordedBefore;
  if (day === undefined) return '';
  const days = `,${members({ asOf: day, recordedBefore })}`;
  // What is stated of the past is of one interval.
  return interval === undefined
    ? days
    : days + derived.of(stated, 'interval', () => ({ text: `,${members({ interval })}` })).text;
}

/** How far it can be trusted and what to cite, which follows from that. */
function trustText({ derived, site, generation }: Store, { product }: Found, { verification }: Standing): string {
  return derived.of(verification, 'trust', () => {
    const { verifiedAt, source } = verification;
    const { links, attribution } = productEnvelope(site, generation.id, product, { verifiedAt, groups: [] });
    return { text: `,${members({ verification, source, links, attribution })}` };
  }).text;
}

const licenseTexts: string[] = [];

function licenseText(groups: number): string {
  licenseTexts[groups] ??= `,${members(licenses(GROUPS.filter((_, at) => (groups & (1 << at)) !== 0)))}`;
  return licenseTexts[groups];
}

function generationText({ derived, generation }: Store): string {
  return derived.of(generation, 'end of records', () => ({
    text: `,${members({ schemaVersion: SCHEMA_VERSION, generation: generation.id })}`,
  })).text;
}
