/**
 * Strings that drive a backtracking matcher to its worst, made from the pattern itself: something that leads to a
 * repetition, that repetition over and over, and an end that does not match.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import type { Pattern } from './patterns.ts';

/** `lead`, then `pump` again and again, then `end`. */
export interface Attack {
  lead: string;
  pump: string;
  end: string;
}

const PUMPS = [
  ...[' ', 'a', 'A', '1', '\n', '-', ',', '.', '<', '(', '价'],
  ...['a ', 'A ', 'a-', '1,', '1 ', '$1 ', 'Ab ', ' \n', '<a ', '|-'],
];
const ENDS = ['\u0007', ''];

/** Signs tried for a class: what patterns for prices tell apart. */
const SIGNS = [...'aA1 -.,\t\n$|é价"/_:&–0xZ'];
const MAX_ATTACKS = 48;

export function attacksOn(pattern: Pattern): Attack[] {
  const flags = { unicode: pattern.flags.includes('u'), unicodeSets: pattern.flags.includes('v') };
  const tree = new RegExpParser().parsePattern(pattern.source, 0, pattern.source.length, flags);
  const attacks: Attack[] = [];
  for (const alternative of tree.alternatives) attacksIn(alternative, '', pattern.flags, attacks);
  const bare = PUMPS.map((pump) => ({ lead: '', pump, end: '\u0007' }));
  return [...attacks.slice(0, MAX_ATTACKS).flatMap((attack) => ENDS.map((end) => ({ ...attack, end }))), ...bare];
}

export function attackOf(size: number, { lead, pump, end }: Attack): string {
  return `${lead}${pump.repeat(Math.max(1, Math.ceil((size - lead.length) / pump.length)))}${end}`;
}

/** Collects the repetitions of an alternative, each behind what leads to it; and all up to each place, over and over. */
function attacksIn({ elements }: AST.Alternative, before: string, flags: string, attacks: Attack[]): string {
  let lead = before;
  for (const element of elements) {
    if (element.type === 'Quantifier' && element.max > 2) {
      for (const pump of samplesOf(element.element, flags)) {
        if (pump !== '') attacks.push({ lead, pump, end: '' });
        if (pump !== '' && lead !== '') attacks.push({ lead: '', pump: lead + pump, end: '' });
      }
    }
    const inside = element.type === 'Quantifier' ? element.element : element;
    if (inside.type === 'Group' || inside.type === 'CapturingGroup')
      for (const alternative of inside.alternatives) attacksIn(alternative, lead, flags, attacks);
    else if (inside.type === 'Assertion' && (inside.kind === 'lookahead' || inside.kind === 'lookbehind'))
      for (const alternative of inside.alternatives) attacksIn(alternative, lead, flags, attacks);
    lead += samplesOf(element, flags)[0] ?? '';
  }
  if (lead !== before) attacks.push({ lead: before, pump: lead.slice(before.length), end: '' });
  return lead;
}

/** A few short strings that match; the empty one where nothing need stand. */
function samplesOf(element: AST.Element, flags: string): string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return signsOf(element.raw, flags);
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.slice(0, 12).map((alternative) => sampleOf(alternative, flags));
    case 'Quantifier': {
      const samples = samplesOf(element.element, flags);
      const times = Math.max(element.min, 0);
      return times === 0 ? ['', ...samples] : samples.map((sample) => sample.repeat(Math.min(times, 50)));
    }
    default:
      return [''];
  }
}

function sampleOf({ elements }: AST.Alternative, flags: string): string {
  return elements.map((element) => samplesOf(element, flags)[0] ?? '').join('');
}

function signsOf(raw: string, flags: string): string[] {
  const one = new RegExp(`^${raw}$`, flags.replace(/[gymd]/g, ''));
  const common = SIGNS.filter((sign) => one.test(sign));
  if (common.length > 0) return common.slice(0, 8);
  for (let code = 0x20; code < 0x3000; code += 1)
    if (one.test(String.fromCodePoint(code))) return [String.fromCodePoint(code)];
  return [];
}
