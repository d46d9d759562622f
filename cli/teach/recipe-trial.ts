/** What a recipe reads of the archived pages of its source, for a person. Pure. */
import { label } from '../../crawler/read/page/label.ts';
import { factWords, type TrialDifference } from '../../crawler/read/recipe/trial.ts';
import type { ReadTier, RecipeResult } from '../../data/reading.ts';
import { type Row, type Terminal, table } from '../../data/text/terminal.ts';

export interface RecipeTrial extends RecipeResult {
  /** Of the visit. */
  id: string;
  observedAt: string;
  /** By the recipe; by the other readers where it abstains. */
  tiers: ReadTier[];
  /** How the reading differs from the known facts of the page. */
  differences: TrialDifference[];
}

const COLUMNS = ['page', 'outcome', 'reads', 'differences'] as const;

export function trialText(
  { slug, source }: { slug: string; source: string },
  trials: readonly RecipeTrial[],
  terminal: Terminal,
): string {
  if (trials.length === 0) return `${slug}.${source}: no archived page for a trial\n`;
  const same = trials.filter(({ differences }) => differences.length === 0).length;
  return `${[
    terminal.paint('bold', `${slug}.${source}`),
    ...table(COLUMNS, trials.flatMap(rowsOf), terminal),
    `${trials.length} archived ${trials.length === 1 ? 'page' : 'pages'}, ${same} with the known facts`,
  ].join('\n')}\n`;
}

function rowsOf({ observedAt, outcome, faults, tiers, differences }: RecipeTrial): Row[] {
  const facts = factWords(tiers).length;
  const reads = `${tiers.length} plans, ${facts} facts`;
  const notes = [...faults, ...differences.map(differenceWords)].map((words) => label(words, 160));
  const [first = 'none', ...more] = notes;
  return [[observedAt.slice(0, 10), outcome, reads, first], ...more.map((words) => ['', '', '', words])];
}

function differenceWords({ plan, terms, known = '–', read = '–' }: TrialDifference): string {
  return `${[plan, terms].filter(Boolean).join(', ')}: ${known} → ${read}`;
}
