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
    options: [new Option('--dir <dir>', 'another catalogue than that of this project'), JSON_OUTPUT],
    examples: [['assay catalogue --json | jq .faults', 'the faults alone']],
    json: 'the whole report, one document.',
    exits: { 0: 'nothing is wrong', 1: 'there are faults, or a file does not load' },
    run: async (command) => (await import('../../verifier/publish/catalogue-report.ts')).catalogue(command.opts()),
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
