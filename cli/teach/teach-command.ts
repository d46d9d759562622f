/** The command `teach`: a recipe from confirmed facts, tried on every archived page of its source before it is written. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { printJson, requiredText, terminalOf, UsageFault } from '../../config/command.ts';
import { type Environment, readEnvironment } from '../../config/env.ts';
import { withHandOver } from '../../config/hand-over.ts';
import { runningRedis } from '../../config/redis.ts';
import { trialDifferences } from '../../crawler/read/recipe/trial.ts';
import { type Hints, hintsIn } from '../../crawler/visit/catalogue-hints.ts';
import { openReadWorker, type PageToRead, type ReadWorker } from '../../crawler/visit/read-worker.ts';
import { type Catalogue, loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { productIn, readProductFile, withRecipe, writeProductFile } from '../../data/catalogue/product-file.ts';
import { parsedYaml } from '../../data/catalogue/yaml-lines.ts';
import { actionOf } from '../../data/pipeline/operator-action.ts';
import { type CatalogueProduct, type Source, statesPrices } from '../../data/product.ts';
import { type Recipe, TaughtFacts } from '../../data/recipe.ts';
import { type Archive, soundPage } from '../../data/store/archive/archive.ts';
import { openArchiveOf } from '../../data/store/archive/open-archive.ts';
import { type ArchivedCapture, archivedCaptures } from '../../data/store/ledger-queries/archived-captures.ts';
import { besideWriter } from '../../data/store/ledger-queries/source-facts.ts';
import { formatOf } from '../read/corpus.ts';
import { type RecipeTrial, trialText } from './recipe-trial.ts';

export interface TeachFlags {
  /** A file with the facts, or `-`. */
  from: string;
  source?: string;
  page?: string;
  url?: string;
  by?: string;
  reason?: string;
  dryRun: boolean;
  json: boolean;
}

/** The latest that are tried. */
const MOST_CAPTURES = 200;

/** 0: taught; 1: no recipe follows from the facts. @throws {UsageFault} facts, product, source or page are wanting */
export async function teach(slug: string, flags: TeachFlags): Promise<number> {
  const { dryRun, json } = flags;
  const environment = readEnvironment();
  const catalogue = loadCatalogue(environment.catalogueDir);
  const { product, source } = sourceNamed(catalogue, slug, flags.source);
  const facts = factsIn(flags.from);
  const who = dryRun ? undefined : signed(flags, environment);
  const archive = await openArchiveOf(environment, new Date());
  const captures = capturesOf(environment, { slug: product.slug, source: source.id });
  const reader = openReadWorker();
  try {
    const { recipe: _, ...hints } = hintsIn(catalogue.products)({ slug: product.slug, source: source.id });
    const page = await pageToTeach(flags, { captures, archive, hints });
    const taught = { on: new Date().toISOString().slice(0, 10), sha256: hash('sha256', page.bytes) };
    const induced = await reader.teach(page, { kind: 'induced', facts, taught });
    if (induced.kind !== 'induced') return refused(induced.kind === 'failed' ? induced.faults : [], json);
    const { recipe } = induced;
    const trials = await triedOn(captures, { recipe, archive, reader, hints });
    const edit = { slug: product.slug, source: source.id, recipe };
    const written = who !== undefined;
    if (written) await save(edit, who, environment.catalogueDir);
    if (json) printJson({ ...edit, trials, written });
    else process.stdout.write(`${trialText(edit, trials, terminalOf(process.stdout))}${endOf(edit, written)}`);
    return 0;
  } finally {
    await reader.stop();
  }
}

interface Saved {
  slug: string;
  source: string;
  recipe: Recipe;
}

function endOf({ slug, source, recipe }: Saved, isWritten: boolean): string {
  return isWritten
    ? `Saved in products/${slug}.yaml, source ${source}.\n`
    : `${stringify({ recipe })}Dry run: nothing was written. Run without --dry-run to save the recipe.\n`;
}

function refused(faults: readonly string[], json: boolean): number {
  if (json) printJson({ faults });
  else process.stdout.write(`No recipe can read these facts:\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
  return 1;
}

function sourceNamed(
  { products }: Catalogue,
  slug: string,
  id: string | undefined,
): { product: CatalogueProduct; source: Source } {
  const product = products.find((each) => each.slug === slug);
  if (product === undefined) throw new UsageFault(`Cannot teach "${slug}": no such product in the catalogue`);
  const sources = product.sources.filter((each) => statesPrices(each) && (id === undefined || each.id === id));
  const [source, ...others] = sources;
  if (source === undefined)
    throw new UsageFault(`Cannot teach "${slug}": no source ${id === undefined ? 'with prices' : `"${id}"`}`);
  if (others.length > 0)
    throw new UsageFault(
      `Cannot teach "${slug}": it has several sources. Choose one with --source: ${sources.map((each) => each.id).join(', ')}`,
    );
  return { product, source };
}

function factsIn(file: string): TaughtFacts {
  const parsed = parsedYaml(requiredText(file), TaughtFacts);
  if ('value' in parsed) return parsed.value;
  throw new UsageFault(`Cannot use the facts in "${file}":\n${parsed.faults.map((fault) => `  ${fault}`).join('\n')}`);
}

/** Who teaches, and the Redis of the Assay that records it. */
function signed({ by, reason }: TeachFlags, environment: Environment) {
  if (by === undefined || reason === undefined)
    throw new UsageFault('Cannot save a recipe without --by NAME and --reason WORDS. Use --dry-run for a trial');
  const redisUrl = runningRedis(environment);
  if (redisUrl === undefined)
    throw new UsageFault(
      'Cannot save a recipe: no Assay runs on this DATA_DIR. Start it with npm start, or use --dry-run',
    );
  return { by, reason, redisUrl };
}

/**
 * Writes a recipe into its product's file, after the running verifier has recorded who did it and why.
 * @throws {ProductFileChanged} somebody else wrote the file meanwhile
 * @throws {Error} the file can't be edited, or the verifier refuses the action
 */
async function save(
  { slug, source, recipe }: Saved,
  { by, reason, redisUrl }: ReturnType<typeof signed>,
  catalogueDir: string,
): Promise<void> {
  const before = readProductFile(catalogueDir, slug);
  if (before === undefined) throw new Error(`Cannot find products/${slug}.yaml in ${catalogueDir}`);
  const edit = { before, after: withRecipe(before, source, recipe) };
  const product = productIn(edit.after);
  if ('faults' in product) throw new Error(`The file would not be valid: ${product.faults.join('; ')}`);
  const action = actionOf({ action: 'recipe_saved', slug, by, reason, edit }, { now: new Date() });
  await withHandOver(redisUrl, ({ judgedNow }) => judgedNow(action));
  writeProductFile(catalogueDir, slug, edit);
}

function capturesOf({ dataDir }: Environment, of: { slug: string; source: string }): ArchivedCapture[] {
  const ledger = join(dataDir, 'ledger.db');
  return besideWriter(ledger, (open) => archivedCaptures(open, { ...of, limit: MOST_CAPTURES })) ?? [];
}

type Place = { archive: Archive; hints: Hints };

/** The named page, else the last archived one. */
async function pageToTeach(
  { page: file, url }: TeachFlags,
  { captures, archive, hints }: Place & { captures: readonly ArchivedCapture[] },
): Promise<PageToRead> {
  if ((file === undefined) !== (url === undefined)) throw new UsageFault('Cannot teach: use --page and --url together');
  if (file !== undefined && url !== undefined) {
    if (!URL.canParse(url)) throw new UsageFault(`Cannot teach the page of "${url}": not a URL`);
    return { bytes: Buffer.from(requiredText(file)), charset: 'utf-8', format: formatOf(file), url, ...hints };
  }
  const [latest] = captures;
  const page = latest && (await archivedPage(latest, { archive, hints }));
  if (page === undefined)
    throw new UsageFault('Cannot teach: the archive has no page of the source. Provide one with --page and --url');
  return page;
}

/** Undefined where the archive lacks the page, or has it damaged. */
async function archivedPage({ page }: ArchivedCapture, { archive, hints }: Place): Promise<PageToRead | undefined> {
  const { sha256, charset, format, finalUrl, url } = page;
  const bytes = await soundPage(archive, sha256);
  return bytes && { bytes, charset, format, url: finalUrl, asked: url, ...hints };
}

async function triedOn(
  captures: readonly ArchivedCapture[],
  { recipe, reader, ...place }: Place & { recipe: Recipe; reader: ReadWorker },
): Promise<RecipeTrial[]> {
  const trials: RecipeTrial[] = [];
  for (const capture of captures) {
    const { id, observedAt, known } = capture;
    const page = await archivedPage(capture, place);
    const reading = page && (await reader.read({ ...page, recipe })).reading;
    const tiers = reading?.tiers ?? [];
    trials.push({
      ...{ id, observedAt, tiers },
      ...(reading?.recipe ?? { outcome: 'abstained', faults: ['the page is not in the archive or cannot be read'] }),
      differences: trialDifferences(known?.tiers ?? [], tiers),
    });
  }
  return trials;
}
