/** Commands for watchlists: who is sent which changes. */
import { InvalidArgumentError, Option } from 'commander';
import type { Chat } from '../../data/watch/watchlist.ts';
import { type Declaration, JSON_OUTPUT } from './command.ts';

const NAMED = { '<name>': 'name of the watchlist: the file without .yaml' };
const several = (value: string, before: string[] = []) => [...before, value];
const channel = (name: string, words: string) => new Option(`--${name} <url>`, words).argParser(several);

const CHAT_WORDS: Readonly<Record<Chat, string>> = {
  slack: 'an incoming webhook of Slack',
  discord: 'a webhook of Discord',
  teams: 'a workflow webhook of Teams',
};

const watchCommand = () => import('../../notifier/watch-command.ts');

const ASSERT: Declaration = {
  name: 'assert',
  summary: 'fail when a price of a stack moved or its budget is passed',
  description: 'Compares the prices of a stack of products with those published now, and their sum with a budget.',
  options: [
    new Option('--file <file>', 'YAML of products, seats, expected prices and a budget').default('stack.yaml'),
    JSON_OUTPUT,
  ],
  about: 'Asks the service at "url" of the file, or at ASSAY_URL. docs/watching.md has an example.',
  examples: [['assay assert --file stack.yaml', 'in a pipeline; action.yml does it on GitHub']],
  json: '{ "lines": [ { "slug", "tier", "seats", "billing", "price", "state", "now", "percent", "problem" } ], "budget", "holds" }.',
  exits: { 0: 'prices and budget hold', 1: 'a price moved, an expected one is not known, or the budget is passed' },
  run: async (command) => (await import('../assert/assert-command.ts')).assertStack(command.opts()),
};

export const WATCH_COMMANDS: readonly Declaration[] = [
  ASSERT,
  {
    name: 'watch',
    summary: 'who is sent which price changes',
    description: 'Adds, lists, tests, resumes and removes watchlists (docs/watching.md).',
    examples: [
      [
        'assay watch add tools --product slack --product zoom --slack https://hooks.slack.com/services/…',
        'each change',
      ],
      ['assay watch add crm --category crm --mail ada@example.com --digest weekly', 'on Mondays'],
      ['assay watch list', 'what each channel was sent last'],
    ],
    exits: { 0: 'done', 1: 'not all channels are active, or took the test' },
    options: [JSON_OUTPUT],
    json: 'as assay watch list.',
    run: async (command) => (await watchCommand()).list(command.optsWithGlobals()),
    subcommands: [
      {
        name: 'add',
        summary: 'write a watchlist',
        description: 'Writes a watchlist of products or of a category, with one or more channels.',
        arguments: NAMED,
        options: [
          new Option('--product <slug>', 'a product; repeatable').argParser(several),
          new Option('--category <id>', 'all products of a category'),
          channel('webhook', 'a Standard Webhooks endpoint; prints its secret; repeatable'),
          ...Object.entries(CHAT_WORDS).map(([chat, words]) => channel(chat, `${words}; repeatable`)),
          new Option('--mail <address>', 'an address, with SMTP_URL set; repeatable').argParser(several),
          new Option('--digest <period>', 'when to send').choices(['instant', 'daily', 'weekly']).default('instant'),
          new Option('--min-percent <number>', 'least move of a price, up or down').argParser(percent).default(1),
          new Option('--corrections', 'also send our own corrections').default(false),
          JSON_OUTPUT,
        ],
        examples: [['assay watch add tools --product slack --webhook https://example.com/hook', '']],
        json: '{ "file", "secrets": [ { "url", "secret" } ] }.',
        exits: { 0: 'written' },
        run: async (command) => (await watchCommand()).add(command.args[0] ?? '', command.optsWithGlobals()),
      },
      {
        name: 'list',
        summary: 'watchlists and their deliveries',
        description: 'Lists watchlists, their channels, their states and their last deliveries.',
        options: [JSON_OUTPUT],
        examples: [['assay watch list --json | jq .watchlists', 'for a program']],
        json: '{ "watchlists": [ { "name", "products" or "category", "digest", "minPercent", "corrections", "faults", "channels": [ { "id", "kind", "to", "state", "reason", "cursor", "failingSince", "lastDeliveredAt" } ] } ] }.',
        exits: { 0: 'all channels are active', 1: 'a file has a fault, or a channel is paused or ended' },
        run: async (command) => (await watchCommand()).list(command.optsWithGlobals()),
      },
      {
        name: 'test',
        summary: 'send the last change to every channel now',
        description:
          'Sends the newest matching change, or a test message, to every channel of a watchlist, and shows what each answered.',
        arguments: NAMED,
        options: [JSON_OUTPUT],
        examples: [['assay watch test tools', '']],
        json: '{ "results": [ { "id", "kind", "reason" } ] }.',
        exits: { 0: 'every channel took it', 1: 'a channel refused it or did not answer' },
        run: async (command) => (await watchCommand()).test(command.args[0] ?? '', command.optsWithGlobals()),
      },
      {
        name: 'resume',
        summary: 'deliver again after a pause',
        description: 'Resumes the paused and ended channels of a watchlist from the last change that they took.',
        arguments: NAMED,
        options: [JSON_OUTPUT],
        examples: [['assay watch resume tools', '']],
        json: '{ "resumed" }.',
        exits: { 0: 'resumed' },
        run: async (command) => (await watchCommand()).resume(command.args[0] ?? '', command.optsWithGlobals()),
      },
      {
        name: 'remove',
        summary: 'delete a watchlist',
        description: 'Deletes the file of a watchlist. What was delivered stays recorded.',
        arguments: NAMED,
        options: [JSON_OUTPUT],
        examples: [['assay watch remove tools', '']],
        json: '{ "removed" }.',
        exits: { 0: 'deleted' },
        run: async (command) => (await watchCommand()).remove(command.args[0] ?? '', command.optsWithGlobals()),
      },
    ],
  },
];

function percent(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1_000)) throw new InvalidArgumentError('It must be 0 to 1,000.');
  return value;
}
