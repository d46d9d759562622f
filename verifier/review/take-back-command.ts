/** The commands `correct`, `withdraw` and `revert`: decisions on what is published, without a reading that waits. */
import { printJson, UsageFault } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import type { Decision } from '../../data/pipeline/review-decision.ts';
import type { LedgerEntry } from '../../data/pipeline/verdict.ts';
import { type CatalogueProduct, statesPrices } from '../../data/product.ts';
import { decisionBasis, earlierStatements, type Standing, standingStatement } from '../../data/store/ledger/review.ts';
import { besideWriter } from '../../data/store/ledger-queries/source-facts.ts';
import { isEmpty } from '../record/facts.ts';
import { differences } from './differences.ts';
import { decide, decisionOn, type HoldsFrom } from './review.ts';
import { differenceLines, handedOver, ledgerFile, statedValues, valid } from './review-command.ts';

export interface TakeBackFlags {
  by: string;
  reason: string;
  from?: HoldsFrom;
  /** Of a correction: a file with the values that are right, or `-`; and where they are stated. */
  values?: string;
  sourceUrl?: string;
  /** Of a revert. */
  to?: string;
  dryRun: boolean;
  json: boolean;
}

export type TakeBack = 'correct' | 'withdraw' | 'revert';

/**
 * @param named SLUG or SLUG.SOURCE
 * @throws {UsageFault} there is no such product or earlier statement, or no Assay runs on this data
 * @throws {Error} it was not taken
 */
export async function takeBack(action: TakeBack, named: string, flags: TakeBackFlags): Promise<number> {
  const product = productOf(action, named);
  const standing = standingOf(action, named, product);
  const decision = decisionOf(action, standing, flags);
  const entry = judgedHere(decision, product);
  if (!flags.dryRun) await handedOver(decision);
  const facts = differences(standing.statement, entry.statement ?? standing.statement).filter(({ isSame }) => !isSame);
  const { id, slug, source, observedAt: from } = decision;
  const { changes, verdict } = entry;
  if (flags.json) {
    printJson({ id, slug, source, dryRun: flags.dryRun, from, verdict, differences: facts, changes });
    return 0;
  }
  const lines = [
    `${slug} (${source}): ${flags.dryRun ? 'would be ' : ''}${verdict.reasons[0]}`,
    `  from    ${from}`,
    ...facts.flatMap(differenceLines),
    `  events  ${changes.length} ${changes.length === 1 ? 'correction' : 'corrections'}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

function productOf(action: TakeBack, named: string): CatalogueProduct {
  const [slug = ''] = named.split('.');
  const product = loadCatalogue(readEnvironment().catalogueDir).products.find((each) => each.slug === slug);
  if (product === undefined) throw new UsageFault(`Cannot ${action} "${named}": no product "${slug}"`);
  return product;
}

/** Of the source that is named, else of the only one that states something. */
function standingOf(action: TakeBack, named: string, { slug, sources }: CatalogueProduct): Standing {
  const [, wanted] = named.split('.');
  const visited = besideWriter(ledgerFile(), (ledger) =>
    sources.filter(statesPrices).flatMap(({ id }) => standingStatement(ledger, slug, id) ?? []),
  );
  const meant = (visited ?? []).filter(({ source }) => wanted === undefined || source === wanted);
  const stating = meant.filter(({ statement }) => !isEmpty(statement));
  const [only, ...others] = stating.length > 0 ? stating : meant;
  if (only === undefined) throw new UsageFault(`Cannot ${action} "${named}": no visits yet`);
  if (others.length > 0) {
    const names = [only, ...others].map(({ source }) => `${slug}.${source}`).join(', ');
    throw new UsageFault(`Cannot ${action} "${named}": it has several sources. Choose one of ${names}`);
  }
  return only;
}

function decisionOf(action: TakeBack, standing: Standing, flags: TakeBackFlags): Decision {
  const { by, reason, sourceUrl } = flags;
  // Where nothing is stated, no mistake has a beginning.
  const from = flags.from ?? (action === 'correct' && isEmpty(standing.statement) ? 'now' : 'beginning');
  const values = action === 'correct' ? statedValues(flags.values) : undefined;
  const to = action === 'revert' ? (flags.to ?? lastStatement(standing)) : undefined;
  const resolution = { action, values, sourceUrl, to, by, reason, from, decidedAt: new Date().toISOString() };
  return valid(`${action} "${standing.slug}"`, () => decisionOn(standing, resolution));
}

function lastStatement(standing: Standing): string {
  const [last] = besideWriter(ledgerFile(), (ledger) => earlierStatements(ledger, standing)) ?? [];
  if (last === undefined)
    throw new UsageFault(`Cannot revert "${standing.slug}": ${standing.source} has no earlier prices`);
  return last.on;
}

/** What the verifier makes of it. @throws {NotTaken} */
function judgedHere(decision: Decision, product: CatalogueProduct): LedgerEntry {
  const judged = besideWriter(ledgerFile(), (ledger) =>
    decide({ decision, known: decisionBasis(ledger), product, recordedAt: new Date() }),
  );
  if (judged === undefined) throw new UsageFault(`Cannot ${decision.action} "${decision.slug}": the ledger is empty`);
  return judged;
}
