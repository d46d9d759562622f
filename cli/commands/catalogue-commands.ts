/** Commands about the catalogue: look at it, import into it. */
import type { Command } from 'commander';
import { withManual } from './manual.ts';
import { jsonOption, run, slugList } from './run.ts';

export function addCatalogueCommands(root: Command): void {
  const catalogue = root
    .command('catalogue')
    .summary('what the catalogue holds, and its faults')
    .description(
      'Says what the catalogue holds, from which datasets and how far they agree, and what is wrong with it.',
    )
    .option('--dir <dir>', 'another catalogue than that of this project')
    .addOption(jsonOption())
    .action(async (flags) => {
      await run(async () => (await import('../../verifier/publish/catalogue-command.ts')).catalogue(flags));
    });
  withManual(catalogue, {
    examples: [['assay catalogue --json | jq .faults', 'the faults alone']],
    json: 'the whole report, one document.',
    exits: { 0: 'nothing is wrong', 1: 'there are faults, or a file does not load' },
  });

  const importing = root
    .command('import')
    .summary('make catalogue files from public datasets')
    .description('Makes products/, observed/ and history/ files of the catalogue from a folder of public datasets.')
    .requiredOption('--from <dir>', 'a folder with products.jsonl and categories.json')
    .option('--to <dir>', 'another catalogue than that of this project')
    .option('--only <slugs>', 'these products, by commas', slugList)
    .addOption(jsonOption())
    .action(async (flags) => {
      await run(async () => (await import('./import.ts')).importProducts(flags));
    });
  withManual(importing, {
    about: 'Can be run again: a product’s file is written once and then belongs to its editors.',
    examples: [['assay import --from datasets --only notion,figma', 'two products']],
    json: '{ "products", "made", "history": { "products", "facts", "leftOut" }, "leftOut" }.',
    exits: { 0: 'imported', 1: 'a file, or a product of --only, is missing, or a row is not of its schema' },
  });

  const apis = root
    .command('import-apis')
    .summary('make API descriptions from public packages')
    .description(
      'Makes api-descriptions/ files of the catalogue from packages that carry vendors’ descriptions of their APIs.',
    )
    .requiredOption('--from <dir>', 'a node_modules folder')
    .option('--to <dir>', 'another catalogue than that of this project')
    .option('--only <slugs>', 'these products, by commas', slugList)
    .addOption(jsonOption())
    .action(async (flags) => {
      await run(async () => (await import('./import.ts')).importDescriptions(flags));
    });
  withManual(apis, {
    about: 'Which packages, and of which versions, is in crawler/api-import/list.yaml.',
    examples: [['assay import-apis --from node_modules', 'all of the list']],
    json: '{ "written", "sources", "absent", "refused" }.',
    exits: { 0: 'all were taken', 1: 'one was refused' },
  });
}
