/**
 * Amounts that are to hold from a day on: "will cost $30 from 1 March 2027". They are no price of today, whatever tier
 * they stand beside. Only a whole date tells: "you will be charged $30" is today's.
 */
import { findFrom } from './until.ts';

/** Verbs of what comes, as far as the amount that they lead to. */
const WILL =
  '(?:will (?:be(?: priced at| raised to| increased to| lowered to| reduced to)?|cost|become|rise|increase|go up|go down|go|change|move|drop|decrease|fall)|(?:rises|increases|goes up|goes down|goes|changes|moves|drops|decreases|falls|becomes)(?= )|is (?:going up|going down|going|increasing|rising|changing|moving|dropping)|(?:kostet|steigt|sinkt|beträgt|wird|(?:erhöht|ändert) sich)(?: [\\p{L}\\d+-]{1,20}){0,3}?|coûtera|passera|augmentera|baissera|sera de|costará|pasará|subirá|bajará|será de|costerà|passerà|aumenterà|sarà di|custará|passará)';
const TO = '(?: (?:to|at|auf|zu|à|a|para|just|only|nur))?';
const FROM = '(?: (?:from|von|de|da))';

const LEADS = new RegExp(`(?<!\\p{L})${WILL}(?:${TO}|${FROM}) ?$`, 'iu');
const NEAR = 200;

/** @param head what stands before the amount @param tail what follows it */
export function isToCome(head: string, tail: string): boolean {
  const [before, after] = [head.slice(-NEAR), tail.slice(0, NEAR)];
  if (!/20\d\d/.test(before) && !/20\d\d/.test(after)) return false;
  return LEADS.test(before.slice(-60)) && (findFrom(before) ?? findFrom(after)) !== undefined;
}
