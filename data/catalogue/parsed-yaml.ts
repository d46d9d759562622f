/**
 * What the YAML files of a catalogue hold, as JSON in one file: parsing YAML takes most of the time of a start. The verifier
 * writes it and every process reads it. Derived: a text that it does not have as it is now is parsed.
 */
import { open, rename, writeFile } from 'node:fs/promises';
import { isAbsent } from '../store/files/atomic-file.ts';

/** A line each: the file's path, its stamp and its JSON. */
const SEPARATOR = '\t';
const LINES_PER_WRITE = 1_000;
/** It is written again once it lacks more of the files. */
const MOST_LACKING = 0.01;

export class ParsedYaml {
  readonly #path: string;
  readonly #lines: Map<string, string>;
  #lacking = 0;

  private constructor(path: string, lines: Map<string, string>) {
    this.#path = path;
    this.#lines = lines;
  }

  /** Empty where there is none that can be read. */
  static async open(path: string): Promise<ParsedYaml> {
    const lines = new Map<string, string>();
    try {
      const handle = await open(path);
      for await (const line of handle.readLines()) {
        const end = line.indexOf(SEPARATOR);
        lines.set(line.slice(0, end), line.slice(end + 1));
      }
    } catch (error) {
      if (!isAbsent(error)) lines.clear();
    }
    return new ParsedYaml(path, lines);
  }

  /** Undefined where the file was not parsed with this stamp. */
  get(file: string, stamp: string): unknown {
    const line = this.#lines.get(file);
    if (!line?.startsWith(stamp + SEPARATOR)) return undefined;
    try {
      return JSON.parse(line.slice(stamp.length + 1));
    } catch {
      return undefined; // A damaged line.
    }
  }

  set(file: string, stamp: string, parsed: unknown): void {
    this.#lines.set(file, stamp + SEPARATOR + JSON.stringify(parsed));
    this.#lacking += 1;
  }

  /** @throws {Error} the disk is full or read-only; the old file stays */
  async save(): Promise<void> {
    if (this.#lacking <= this.#lines.size * MOST_LACKING) return;
    const temporary = `${this.#path}.tmp-${process.pid}`;
    await writeFile(temporary, this.#text());
    await rename(temporary, this.#path);
  }

  *#text(): Generator<string> {
    let lines: string[] = [];
    for (const [file, line] of this.#lines) {
      lines.push(`${file}${SEPARATOR}${line}\n`);
      if (lines.length < LINES_PER_WRITE) continue;
      yield lines.join('');
      lines = [];
    }
    yield lines.join('');
  }
}
