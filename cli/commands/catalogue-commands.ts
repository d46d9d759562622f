/** Commands about the catalogue. */
import { Option } from 'commander';
import { readEnvironment } from '../../config/env.ts';
import { type Declaration, JSON_OUTPUT } from './command.ts';
import type { ImportFlags } from './import.ts';

const TO = new Option('--to <dir>', 'another catalogue');
const ONLY = new Option('--only <slugs>', 'these products, separated by commas').argParser((text) =>
  text.split(',').filter(Boolean),
);

export const CATALOGUE_COMMANDS: readonly Declaration[] = [
  {
    name: 'catalogue',
    summary: 'what the catalogue holds, and its faults',
    description: 'Shows what the catalogue holds, its datasets and how far they agree, and its faults.',
    options: [
      new Option('--dir <dir>', 'another catalogue'),
      new Option('--recipes', 'how its recipes performed').default(false),
      JSON_OUTPUT,
    ],
    examples: [['assay catalogue --json | jq .faults', 'the faults alone']],
    json: 'the whole report, or { "recipes" }.',
    exits: { 0: 'no faults', 1: 'faults, or a file that does not load' },
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
    arguments: { '<slug>': 'a product' },
    options: [
      new Option('--from <file>', 'YAML of the facts; - for stdin').makeOptionMandatory(),
      new Option('--source <id>', 'one of several sources'),
      new Option('--page <file>', 'the page; by default the last archived one'),
      new Option('--url <url>', 'where the page is from'),
      new Option('--by <name>', 'who confirmed the facts'),
      new Option('--reason <words>', 'why'),
      new Option('--dry-run', 'write nothing').default(false),
      JSON_OUTPUT,
    ],
    about:
      'The file: {"plans": [{"name": "Pro", "prices": […]}]}, with prices as in assay correct.\nPlans without prices: isFree, isCustom. Add-ons: isAddOn.',
    examples: [['assay teach notion --from facts.yaml --dry-run', 'what it would read']],
    json: '{ "slug", "source", "recipe", "trials", "written" }, or { "faults" }.',
    exits: { 0: 'saved, or possible (--dry-run)', 1: 'no recipe follows from the facts, or it can’t be saved' },
    run: async (command) => (await import('../teach/teach-command.ts')).teach(command.args[0] ?? '', command.opts()),
  },
  {
    name: 'add',
    summary: 'find the pricing page of sites, and add them',
    description: 'Finds the pricing page of each site, reads it on trial and proposes a product file.',
    arguments: { '<url...>': 'homepages or pricing pages; - for stdin, one per line' },
    options: [
      new Option('--category <id>', 'of all of them; by default a guess, required with --write'),
      new Option('--another', 'even if the catalogue has other products of the vendor').default(false),
      new Option('--write', 'write the files without a fault').default(false),
      new Option('--by <name>', 'who adds them (--write)'),
      new Option('--reason <words>', 'why (--write)'),
      JSON_OUTPUT,
    ],
    about:
      'Writes nothing without --write. Fetches at most 12 pages and sitemaps of each site and respects robots.txt.\nNeeds the Redis of the Assay that runs on the same DATA_DIR, which loads new files by itself.',
    examples: [
      ['assay add acme.example', 'what would be added'],
      ['assay add --write --category crm --by ada --reason "sales request" - < sites.txt', 'many'],
    ],
    json: 'a line for each address: { "given", "status", "product", "slug", "category", "pricingPage", "plans", "duplicateOf", "faults", "requests", "candidates", "yaml" }.',
    exits: { 0: 'each was found, or is known', 1: 'one has a fault' },
    run: async (command) => (await import('../../crawler/find/add-command.ts')).add(command.args, command.opts()),
  },
  {
    name: 'import',
    summary: 'make catalogue files from public datasets',
    description: 'Makes products/, observed/ and history/ files from a folder of public datasets.',
    options: [
      new Option('--from <dir>', 'a folder with products.jsonl and categories.json').makeOptionMandatory(),
      TO,
      ONLY,
      JSON_OUTPUT,
    ],
    about: 'It never overwrites a product’s file.',
    examples: [['assay import --from datasets --only notion,figma', 'two products']],
    json: '{ "products", "made", "history": { "products", "facts", "leftOut" }, "leftOut" }.',
    exits: { 0: 'imported', 1: 'a file or a product of --only is missing, or a row violates its schema' },
    run: async (command) => (await import('./import.ts')).importProducts(command.opts()),
  },
  {
    name: 'import-apis',
    summary: 'make API descriptions from public packages',
    description: 'Makes api-descriptions/ files from packages with vendors’ API descriptions.',
    options: [new Option('--from <dir>', 'a node_modules folder').makeOptionMandatory(), TO, ONLY, JSON_OUTPUT],
    about: 'crawler/api-import/list.yaml lists the packages and versions.',
    examples: [['assay import-apis --from node_modules', 'all of the list']],
    json: '{ "written", "sources", "absent", "refused" }.',
    exits: { 0: 'all were imported', 1: 'one was refused' },
    async run(command) {
      const { importApis } = await import('../../crawler/api-import/import-apis.ts');
      const { to, ...flags } = command.opts<ImportFlags>();
      return importApis({ ...flags, to: to ?? readEnvironment().catalogueDir });
    },
  },
];
