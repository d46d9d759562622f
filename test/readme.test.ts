/** The README shows what its commands print; those that need no installed catalogue are run here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tools } from '../serve/tools/list.ts';
import { assay } from './cli/command-line.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const text = read('README.md');
/** By command: what stands below it. */
const shown = new Map(
  [...text.matchAll(/^```\n\$ (.*)\n([\s\S]*?)^```$/gm)].map(([, command = '', output = '']) => [command, output]),
);
const find = (start: string) => [...shown].find(([command]) => command.includes(start)) ?? expect.fail(start);

it('has 900 words at most', () => {
  expect(text.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(900);
});

it('shows what a page is read as', async () => {
  const [command, output] = find('npx assay read');
  const [, words = '', lines = ''] = /^npx assay (.*) \| head -(\d+)$/.exec(command) ?? [];
  const { stdout } = await assay(words.split(' '));
  expect(`${stdout.split('\n').slice(0, Number(lines)).join('\n')}\n`).toBe(output);
});

it('names the tools', () => {
  const [, output] = find('tools/list');
  expect(JSON.parse(output)).toEqual(tools.map(({ name }) => name));
});

it('shows what the dataset states of Slack', () => {
  const observed = read('data/observed/slack.json');
  const [, source] = find('.tiers[1].imported');
  for (const fact of Object.values(JSON.parse(source))) expect(observed).toContain(fact);
  const [, tiers] = find('.tiers[] |');
  for (const [, price] of tiers.matchAll(/,([\d.]+),"user"/g))
    expect(observed).toContain(`"value":"${Number(price).toFixed(2)}"`);
});
