/** Teaching a page: its safe copy, siblings of an example, the recipe, and what the recipe reads from archived pages. */
import type { Chosen, PickerCopy } from '../../crawler/read/explain/picker-copy.ts';
import { factWords, type KnownTier, type TrialDifference, trialDifferences } from '../../crawler/read/recipe/trial.ts';
import type { Lesson, Taught } from '../../crawler/read/teach.ts';
import { openReadWorker, type ReadWorker } from '../../crawler/visit/read-worker.ts';
import type { Page } from '../../data/page.ts';
import type { RecipeOutcome } from '../../data/reading.ts';
import type { Recipe, TaughtFacts } from '../../data/recipe.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import type { ArchivedCapture } from '../../data/store/ledger-queries/archived-captures.ts';
import { ConsoleProblem } from '../http/problem.ts';

/** A page whose bytes are at hand. */
export interface BytesOfPage extends Pick<Page, 'charset' | 'format' | 'finalUrl'> {
  bytes: Uint8Array;
}

/** What a recipe reads from one archived page, and how that differs from the known facts. */
export interface TriedPage {
  id?: string;
  observedAt?: string;
  /** Of the visit. */
  outcome?: string;
  recipe: RecipeOutcome | 'unread';
  /** Why it abstained, or can't be tried. */
  faults: readonly string[];
  read: readonly string[];
  /** Absent where nothing is known. */
  differences?: readonly TrialDifference[];
}

export interface Trial {
  recipe: Recipe;
  pages: TriedPage[];
  /** There are older pages that were not tried. */
  hasMore: boolean;
}

/** A person waits for the trial. */
const TRIAL_MS = 15_000;

export class Teacher {
  // Opened at first use, as most console processes teach nothing.
  #worker: ReadWorker | undefined;

  async marked(page: BytesOfPage, chosen: Chosen): Promise<PickerCopy | { faults: string[] }> {
    const taught = await this.#ask(page, { kind: 'marked', chosen });
    return taught.kind === 'marked' ? taught.copy : faultsOf(taught);
  }

  /** The facts and, after them, their siblings; the facts alone where none follow. */
  async proposed(page: BytesOfPage, facts: TaughtFacts): Promise<TaughtFacts> {
    const taught = await this.#ask(page, { kind: 'proposed', facts });
    return taught.kind === 'proposed' ? taught.facts : facts;
  }

  async induced(
    page: BytesOfPage,
    facts: TaughtFacts,
    taught: Recipe['taught'],
  ): Promise<{ recipe: Recipe } | { faults: string[] }> {
    const answer = await this.#ask(page, { kind: 'induced', facts, taught });
    return answer.kind === 'induced' ? answer : faultsOf(answer);
  }

  /** Reads one page by a recipe. */
  async tried(page: BytesOfPage, recipe: Recipe, known?: readonly KnownTier[]): Promise<TriedPage> {
    const taught = await this.#ask(page, { kind: 'tried', recipe });
    if (taught.kind !== 'tried') return { recipe: 'unread', read: [], ...faultsOf(taught) };
    const { outcome, faults, reading } = taught.reading;
    const { tiers } = reading;
    return {
      ...{ recipe: outcome, faults, read: factWords(tiers) },
      ...(known !== undefined && outcome !== 'abstained' && { differences: trialDifferences(known, tiers) }),
    };
  }

  /** Reads archived pages by a recipe, in their order, as many as can be read while a person waits. */
  async trial(recipe: Recipe, archived: readonly ArchivedCapture[], archive: Archive): Promise<Trial> {
    const until = performance.now() + TRIAL_MS;
    const pages: TriedPage[] = [];
    for (const { id, observedAt, outcome, page, known } of archived) {
      if (performance.now() > until) return { recipe, pages, hasMore: true };
      const bytes = await archive.get(page.sha256);
      const tried: TriedPage =
        bytes === undefined
          ? { recipe: 'unread', faults: ['the page is no longer in the archive'], read: [] }
          : await this.tried({ ...page, bytes }, recipe, known?.tiers);
      pages.push({ id, observedAt, outcome, ...tried });
    }
    return { recipe, pages, hasMore: false };
  }

  async close(): Promise<void> {
    await this.#worker?.stop();
  }

  #ask({ bytes, charset, format, finalUrl }: BytesOfPage, lesson: Lesson): Promise<Taught> {
    this.#worker ??= openReadWorker();
    return this.#worker.teach({ bytes, charset, format, url: finalUrl }, lesson);
  }
}

function faultsOf(taught: Taught): { faults: string[] } {
  if (taught.kind === 'failed') return { faults: taught.faults };
  throw new ConsoleProblem(500, 'The reader returned an unexpected answer');
}
