/**
 * An answer of a language model as it is archived: with the model, the version of its instructions and the digest of the text
 * that it was asked about. A replay reads it from here and asks nobody.
 */
import { hash } from 'node:crypto';
import * as z from 'zod';
import type { PageReading } from '../../data/reading.ts';
import { type Archive, soundPage } from '../../data/store/archive/archive.ts';
import { canonicalJson } from '../../data/store/files/canonical-json.ts';
import { ModelAnswer } from '../read/model/answer.ts';
import type { HeardModel } from '../read/read.ts';

const Stored = z.strictObject({
  model: z.string().min(1).max(100),
  prompt: z.string().min(1).max(20),
  /** SHA-256 of the text that was asked about. */
  input: z.string().length(64),
  answer: ModelAnswer,
});
type Stored = z.infer<typeof Stored>;

/** `sha256`: of the archived bytes. */
export type ArchivedAnswer = Stored & { sha256: string };

export function inputOf(text: string): string {
  return hash('sha256', text);
}

export async function archiveAnswer(archive: Pick<Archive, 'put'>, stored: Stored): Promise<ArchivedAnswer> {
  return { ...stored, sha256: await archive.put(Buffer.from(canonicalJson(stored))) };
}

/** Undefined where the archive has lost it, or has another thing under that hash. */
export async function archivedAnswer(
  archive: Pick<Archive, 'get'>,
  sha256: string,
): Promise<ArchivedAnswer | undefined> {
  const bytes = await soundPage(archive, sha256);
  try {
    const stored = bytes && Stored.safeParse(JSON.parse(bytes.toString('utf8')));
    return stored?.success ? { ...stored.data, sha256 } : undefined;
  } catch {
    return undefined;
  }
}

/** The answer that a reading was made with, for another reading of the same page. */
export async function answerOf(
  { model }: Pick<PageReading, 'model'>,
  archive: Pick<Archive, 'get'>,
): Promise<{ answer: ArchivedAnswer } | undefined> {
  const answer = model && (await archivedAnswer(archive, model.answer));
  return answer && { answer };
}

/** The answer as the readers hear it: about the very text that was asked about, and no other. */
export function heardModel({ model, prompt, input, sha256, answer }: ArchivedAnswer): HeardModel {
  return {
    about: { model, prompt, input, answer: sha256 },
    answerTo: (text) => (inputOf(text) === input ? answer : undefined),
  };
}
