/** The command `add`: finds the pricing page of each site, says what was read, and writes product files if asked. */
import { namedText, printJsonLine, progress, STDIO, terminalOf, UsageFault } from '../../config/command.ts';
import { type Environment, readEnvironment } from '../../config/env.ts';
import { withHandOver } from '../../config/hand-over.ts';
import { runningRedis } from '../../config/redis.ts';
import { type Catalogue, loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { type KnownProduct, knownProducts } from '../../data/catalogue/known-products.ts';
import { writeProductFile } from '../../data/catalogue/product-file.ts';
import { actionOf } from '../../data/pipeline/operator-action.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import { type Row, table } from '../../data/text/terminal.ts';
import { atMost } from '../fetch/at-most.ts';
import { label } from '../read/page/label.ts';
import { type Candidate, findPricing, plansOf } from './find-pricing.ts';
import { addressOf, proposalOf } from './proposal.ts';
import { openTrials, type TrialTools } from './trial.ts';

export interface AddFlags {
  category?: string;
  another: boolean;
  write: boolean;
  by?: string;
  reason?: string;
  json: boolean;
}

interface Added {
  given: string;
  status: 'found' | 'written' | 'duplicate' | 'fault';
  product?: string;
  slug?: string;
  category?: string;
  pricingPage?: string;
  plans?: string;
  duplicateOf?: string[];
  faults?: string[];
  requests: number;
  candidates?: { url: string; by: Candidate['by']; verdict?: string; plans?: string; failed?: string }[];
  yaml?: string;
}

/** Sites at once; the requests to one host are spaced whatever this is. */
const AT_ONCE = 4;
const WRITTEN_WITHIN_MS = 10_000;

interface Adding {
  catalogue: Catalogue;
  tools: TrialTools;
  flags: AddFlags;
  today: string;
  /** Writes the file; absent without --write. */
  save?: (product: CatalogueProduct, yaml: string) => Promise<void>;
}

/** 0: each was found, or is known; 1: one was not. @throws {UsageFault} nothing to add, or no Assay runs here */
export async function add(named: readonly string[], flags: AddFlags): Promise<number> {
  const environment = readEnvironment();
  const given = named.flatMap((each) => (each === STDIO ? linesOf(namedText(STDIO)) : [each]));
  if (given.length === 0) throw new UsageFault('Cannot add: no URL given');
  const catalogue = loadCatalogue(environment.catalogueDir);
  if (flags.category !== undefined && !catalogue.categories.some(({ id }) => id === flags.category))
    throw new UsageFault(`Cannot add: no category "${flags.category}"`);
  // A category that follows from words alone is a person's to confirm.
  if (flags.write && !(flags.by && flags.reason && flags.category))
    throw new UsageFault('Cannot write without --category, --by and --reason');
  const redisUrl = runningRedis(environment);
  if (redisUrl === undefined)
    throw new UsageFault(`Cannot fetch pages: no Assay runs on ${environment.dataDir}. Start it with npm start`);
  const trials = openTrials(environment, redisUrl, () => new Date());
  try {
    if (!(await trials.isReady())) throw new UsageFault('Cannot fetch pages: Redis does not respond');
    const adding: Adding = {
      catalogue,
      tools: trials.tools,
      flags,
      today: new Date().toISOString().slice(0, 10),
      ...(flags.write && { save: saving(environment, redisUrl, flags) }),
    };
    const rows = await addAll(given, adding);
    if (!flags.json)
      process.stdout.write(`${table(COLUMNS, rows.map(rowOf), terminalOf(process.stdout)).join('\n')}\n`);
    return rows.some(({ status }) => status === 'fault') ? 1 : 0;
  } finally {
    await trials.close();
  }
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function addAll(given: readonly string[], adding: Adding): Promise<Added[]> {
  const inTurn = atMost(AT_ONCE);
  let done = 0;
  async function work(text: string): Promise<Added> {
    const row = await addOne(text, adding);
    done += 1;
    progress(`${done} of ${given.length}: ${text} ${row.status}`);
    if (adding.flags.json) printJsonLine(row);
    return row;
  }
  return Promise.all(given.map((text) => inTurn(() => work(text))));
}

async function addOne(given: string, adding: Adding): Promise<Added> {
  const { catalogue, tools, flags, today, save } = adding;
  const url = addressOf(given);
  if (url === undefined) return { given, status: 'fault', faults: ['Not a page URL'], requests: 0 };
  const before = duplicates(knownProducts(catalogue.products, { url }), flags);
  if (before.length > 0) return { given, status: 'duplicate', duplicateOf: before, requests: 0 };
  const found = await findPricing(url, tools, (step) => progress(`${given}: ${step}`));
  const proposal = proposalOf(found, catalogue, { category: flags.category, today });
  const { described, slug, yaml, product, known } = proposal;
  const { best, requests } = found;
  const duplicateOf = duplicates(known, flags);
  const facts = {
    given,
    product: described.name,
    slug,
    ...(described.category !== '' && { category: described.category }),
    ...(best && { pricingPage: best.url, plans: plansOf(best.tried.reading) }),
    requests,
    candidates: found.candidates.map(candidateFacts),
  };
  if (duplicateOf.length > 0) return { ...facts, status: 'duplicate', duplicateOf };
  const faults = found.fault === undefined ? proposal.faults : [found.fault];
  if (product === undefined || faults.length > 0) return { ...facts, status: 'fault', faults };
  if (save === undefined) return { ...facts, status: 'found', yaml };
  await save(product, yaml);
  // The next address may be of the same product.
  catalogue.products.push(product);
  return { ...facts, status: 'written', yaml };
}

function duplicates(known: readonly KnownProduct[], { another }: AddFlags): string[] {
  return known.filter(({ by }) => !another || by !== 'vendor').map(({ product }) => product.slug);
}

function candidateFacts({ url, by, tried }: Candidate): NonNullable<Added['candidates']>[number] {
  if ('failed' in tried) return { url, by, failed: tried.failed };
  return { url, by, verdict: tried.reading.verdict, plans: plansOf(tried.reading) };
}

function saving({ catalogueDir }: Environment, redisUrl: string, { by = '', reason = '' }: AddFlags) {
  return async ({ slug }: CatalogueProduct, yaml: string): Promise<void> => {
    const edit = { before: '', after: yaml };
    const action = actionOf({ action: 'product_added', slug, by, reason, edit }, { now: new Date() });
    const written = withHandOver(redisUrl, ({ judged }) => judged(action), WRITTEN_WITHIN_MS);
    await written.catch((error: unknown) => {
      // BullMQ's message if no verifier runs: the ledger gets it once one does.
      if (!(error instanceof Error && /timed out before finishing/.test(error.message))) throw error;
    });
    writeProductFile(catalogueDir, slug, edit);
  };
}

const MAX_CELL = 60;
const MAX_FAULT = 400;

const COLUMNS = [
  ...['address', 'status', 'product', 'slug', 'category', 'pricing page', 'plans read'],
  'duplicate or fault',
];

function rowOf(row: Added): Row {
  const { given, status, product, slug, category, pricingPage, plans, duplicateOf, faults } = row;
  const cells = [given, status, product, slug, category, pricingPage, plans].map((cell = '') => label(cell, MAX_CELL));
  // The last column has the room that the others leave, and a fault ends with its cause.
  return [...cells, label(duplicateOf?.join(', ') ?? faults?.join('; ') ?? '', MAX_FAULT)];
}
