/**
 * Which of many patterns may match some words, by one pass over them: the rest need not be tried.
 *
 * An automaton (Aho and Corasick, 1975) over the characters that each pattern can't match without (literals.ts).
 * It errs to one side only: what a gate keeps out does not match.
 */
import { literalsOf } from './literals.ts';

/** A gate tells apart as many patterns as a number has bits. */
const MAX_PATTERNS = 31;
const ALL = 0x7fffffff;

/**
 * Characters are folded: capitals with small letters, all digits, all that is not ASCII, most punctuation. A state's row
 * is then one line of a processor's cache.
 */
const DIGIT = 27;
const OTHER = 28;
const CLASSES = 32;
const CLASS_OF = Uint8Array.from({ length: 128 }, (_, code) => classOf(code));
/** Fold to "s" and "k" in patterns that ignore case. */
const [LONG_S, KELVIN] = [0x17f, 0x212a];

function classOf(code: number): number {
  const char = String.fromCharCode(code).toLowerCase();
  if (char >= 'a' && char <= 'z') return 1 + char.charCodeAt(0) - 97;
  if (char >= '0' && char <= '9') return DIGIT;
  const at = ' -/'.indexOf(char);
  return at < 0 ? 0 : OTHER + 1 + at;
}

const classAt = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return code < 128 ? (CLASS_OF[code] as number) : OTHER;
};

export class Gate {
  /** By state and class of the next character, the next state; and which patterns a state admits. */
  readonly #next: Uint16Array;
  readonly #admits: Int32Array;
  /** Patterns that need nothing. */
  readonly #always: number;
  readonly #bits: ReadonlyMap<RegExp, number>;

  constructor(patterns: readonly RegExp[]) {
    if (patterns.length > MAX_PATTERNS) throw new RangeError(`Cannot tell more than ${MAX_PATTERNS} patterns apart`);
    const states: number[][] = [new Array(CLASSES).fill(0)];
    const admits = [0];
    let always = 0;
    this.#bits = new Map(patterns.map((pattern, index) => [pattern, 1 << index]));
    for (const [index, pattern] of patterns.entries()) {
      const literals = literalsOf(pattern);
      if (literals === undefined) always |= 1 << index;
      for (const literal of literals ?? []) {
        let state = 0;
        for (let at = 0; at < literal.length; at += 1) {
          const row = states[state] as number[];
          const by = classAt(literal, at);
          if (row[by] === 0) {
            row[by] = states.length;
            states.push(new Array(CLASSES).fill(0));
            admits.push(0);
          }
          state = row[by] as number;
        }
        admits[state] = (admits[state] as number) | (1 << index);
      }
    }
    this.#always = always;
    this.#next = new Uint16Array(states.length * CLASSES);
    this.#admits = Int32Array.from(admits);
    this.#link(states);
  }

  /** The words to be tried, and others in which patterns of this gate are to be tried as well. */
  before(text: string, others = text): Gated {
    const admitted = this.#admitted(text);
    return new Gated(text, this.#bits, others === text ? admitted : admitted | this.#admitted(others));
  }

  /** Where a state has no way on, the longest end of what was read that has one. */
  #link(states: readonly number[][]): void {
    const back = new Uint16Array(states.length);
    const due = [0];
    for (const state of due) {
      for (let by = 0; by < CLASSES; by += 1) {
        const to = states[state]?.[by] ?? 0;
        const fallen = state === 0 ? 0 : (this.#next[(back[state] as number) * CLASSES + by] as number);
        this.#next[state * CLASSES + by] = to === 0 ? fallen : to;
        if (to === 0) continue;
        back[to] = fallen;
        this.#admits[to] = (this.#admits[to] as number) | (this.#admits[fallen] as number);
        due.push(to);
      }
    }
  }

  #admitted(text: string): number {
    const next = this.#next;
    const admits = this.#admits;
    let state = 0;
    let admitted = this.#always;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LONG_S || code === KELVIN) return ALL;
      const by = code < 128 ? (CLASS_OF[code] as number) : OTHER;
      state = next[state * CLASSES + by] as number;
      admitted |= admits[state] as number;
    }
    return admitted;
  }
}

/** Words behind a gate: what their patterns say is the same as without it. */
export class Gated {
  readonly text: string;
  readonly #bits: ReadonlyMap<RegExp, number>;
  readonly #admitted: number;

  constructor(text: string, bits: ReadonlyMap<RegExp, number>, admitted: number) {
    this.text = text;
    this.#bits = bits;
    this.#admitted = admitted;
  }

  test(pattern: RegExp): boolean {
    return this.admits(pattern) && pattern.test(this.text);
  }

  search(pattern: RegExp): number {
    return this.admits(pattern) ? this.text.search(pattern) : -1;
  }

  exec(pattern: RegExp): RegExpExecArray | null {
    return this.admits(pattern) ? pattern.exec(this.text) : null;
  }

  /** Whether it may match the words or a part of them. */
  admits(pattern: RegExp): boolean {
    return this.#admitted !== 0 && (this.#admitted & (this.#bits.get(pattern) ?? ALL)) !== 0;
  }
}
