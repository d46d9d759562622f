/**
 * Answers of a language model in a folder: NAME.json is what it answered about the page of that name, as it came, and
 * `about.json` says which model answered, when, to which version of the prompt and to which text.
 */
import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseAnswer } from '../../crawler/model/chat.ts';
import type { HeardModel } from '../../crawler/read/read.ts';
import { Sha256 } from '../../data/page.ts';
import { Day } from '../../data/product.ts';
import type { LabelledPage } from '../accuracy/labelled-pages.ts';

const About = z.strictObject({
  model: z.string().min(1).max(100),
  /** In words: what kind of model it is. */
  kind: z.string().min(1).max(200),
  day: Day,
  prompt: z.string().min(1).max(20),
  /** SHA-256 of the text of each page that was asked about, by the page's name. */
  inputs: z.record(z.string(), Sha256),
});
export type About = z.infer<typeof About>;

export interface RecordedAnswers {
  about: About;
  /** The answer about a page, for its reading; undefined where none is recorded. */
  of(page: Pick<LabelledPage, 'name'>): HeardModel | undefined;
}

/** @throws {Error} the folder has no `about.json`, or one that is none */
export function recordedAnswers(dir: string): RecordedAnswers {
  const about = About.parse(JSON.parse(readFileSync(join(dir, 'about.json'), 'utf8')));
  const { model, prompt, inputs } = about;
  return {
    about,
    of({ name }) {
      const file = join(dir, `${name}.json`);
      const input = inputs[name];
      if (input === undefined || !existsSync(file)) return undefined;
      const content = readFileSync(file, 'utf8');
      return {
        about: { model, prompt, input, answer: hash('sha256', content) },
        answerTo: (text) => (hash('sha256', text) === input ? parseAnswer(content) : undefined),
      };
    },
  };
}

/** Adds an answer, as it came, to a folder. */
export function recordAnswer(
  dir: string,
  { name, text, content }: { name: string; text: string; content: string },
  asked: Omit<About, 'inputs'>,
): void {
  const file = join(dir, 'about.json');
  const { inputs } = existsSync(file) ? About.parse(JSON.parse(readFileSync(file, 'utf8'))) : { inputs: {} };
  writeFileSync(join(dir, `${name}.json`), content);
  const about: About = { ...asked, inputs: { ...inputs, [name]: hash('sha256', text) } };
  writeFileSync(file, `${JSON.stringify(about, null, 2)}\n`);
}
