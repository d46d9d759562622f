/** Commands about the catalogue. */
import { Option } from 'commander';
import { readEnvironment } from '../../config/env.ts';
import { type Declaration, JSON_OUTPUT } from './command.ts';
import type { ImportFlags } from './import.ts';

const TO = new Option('--to <dir>', 'another catalogue directory');
const ONLY = new Option('--only <slugs>', 'only these products, separated by commas').argParser((text) =>
  text.split(',').filter(Boolean),
);

export const CATALOGUE_COMMANDS: readonly Declaration[] = [
  {
    name: 'catalogue',
    summary: 'show the catalogue’s contents and faults',
    description: 'Shows the catalogue’s contents, how far its datasets agree, and its faults.',
    options: [
      new Option('--dir <dir>', 'another catalogue directory'),
      new Option('--recipes', 'show the results of recipes').default(false),
      JSON_OUTPUT,
    ],
    examples: [['assay catalogue --json | jq .faults', 'faults only']],
    json: 'the whole report, or { "recipes" }.',
    exits: { 0: 'no faults', 1: 'faults, or a file cannot be loaded' },
    async run(command) {
      if (command.opts().recipes === true)
        return (await import('../../verifier/publish/recipe-report.ts')).recipeReport(command.opts());
      return (await import('../../verifier/publish/catalogue-report.ts')).catalogue(command.opts());
    },
  },
  {
    name: 'teach',
    summary: 'make a recipe from confirmed facts',
    description: 'Makes a recipe from the facts of a page, tries it on the archived pages and saves it.',
    arguments: { '<slug>': 'product' },
    options: [
      new Option('--from <file>', 'facts as YAML; - for stdin').makeOptionMandatory(),
      new Option('--source <id>', 'the source, if there are several'),
      new Option('--page <file>', 'the page (default: the last archived one)'),
      new Option('--url <url>', 'URL of the page'),
      new Option('--by <name>', 'your name'),
      new Option('--reason <words>', 'why'),
      new Option('--dry-run', 'do not write').default(false),
      JSON_OUTPUT,
    ],
    about:
      'The file: {"plans": [{"name": "Pro", "prices": […]}]}, with prices as in assay correct.\nPlans without prices: isFree, isCustom. Add-ons: isAddOn.',
    examples: [['assay teach notion --from facts.yaml --dry-run', 'show what it would read']],
    json: '{ "slug", "source", "recipe", "trials", "written" }, or { "faults" }.',
    exits: { 0: 'saved, or possible (--dry-run)', 1: 'no recipe can read the facts, or it cannot be saved' },
    run: async (command) => (await import('../teach/teach-command.ts')).teach(command.args[0] ?? '', command.opts()),
  },
  {
    name: 'add',
    summary: 'find the pricing pages of sites and add them',
    description: 'Finds the pricing page of each site, reads it as a trial and proposes a product file.',
    arguments: { '<url...>': 'homepages or pricing pages; - for stdin, one per line' },
    options: [
      new Option('--category <id>', 'category of all products; required with --write (default: a guess)'),
      new Option('--another', 'add even if the catalogue has other products of the vendor').default(false),
      new Option('--write', 'write the files that have no faults').default(false),
      new Option('--by <name>', 'your name (with --write)'),
      new Option('--reason <words>', 'the reason (with --write)'),
      JSON_OUTPUT,
    ],
    about:
      'Writes nothing without --write. Fetches at most 12 pages and sitemaps per site and respects robots.txt.\nNeeds a running Assay on the same DATA_DIR, which loads new files automatically.',
    examples: [
      ['assay add acme.example', 'show what would be added'],
      ['assay add --write --category crm --by ada --reason "sales request" - < sites.txt', 'add many'],
    ],
    json: 'one line per address: { "given", "status", "product", "slug", "category", "pricingPage", "plans", "duplicateOf", "faults", "requests", "candidates", "yaml" }.',
    exits: { 0: 'all were found or known', 1: 'an address has a fault' },
    run: async (command) => (await import('../../crawler/find/add-command.ts')).add(command.args, command.opts()),
  },
  {
    name: 'import',
    summary: 'write catalogue files from public datasets',
    description: 'Writes products/, observed/ and history/ files from a directory of public datasets.',
    options: [
      new Option('--from <dir>', 'a directory with products.jsonl and categories.json').makeOptionMandatory(),
      TO,
      ONLY,
      JSON_OUTPUT,
    ],
    about: 'Never overwrites a product file.',
    examples: [['assay import --from datasets --only notion,figma', 'two products']],
    json: '{ "products", "made", "history": { "products", "facts", "leftOut" }, "leftOut", "prices", "refused" }.',
    exits: { 0: 'imported', 1: 'a file or a product in --only is missing, or a row violates its schema' },
    run: async (command) => (await import('./import.ts')).importProducts(command.opts()),
  },
  {
    name: 'import-apis',
    summary: 'write API descriptions from public packages',
    description: 'Writes api-descriptions/ files from packages with vendors’ API descriptions.',
    options: [new Option('--from <dir>', 'a node_modules directory').makeOptionMandatory(), TO, ONLY, JSON_OUTPUT],
    about: 'crawler/api-import/list.yaml lists the packages and versions.',
    examples: [['assay import-apis --from node_modules', 'all packages in the list']],
    json: '{ "written", "sources", "absent", "refused" }.',
    exits: { 0: 'all were imported', 1: 'a package was refused' },
    async run(command) {
      const { importApis } = await import('../../crawler/api-import/import-apis.ts');
      const { to, ...flags } = command.opts<ImportFlags>();
      return importApis({ ...flags, to: to ?? readEnvironment().catalogueDir });
    },
  },
];
