/** The command as a person or a script calls it: what it prints where, and its exit code. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Measurement } from '../../lab/harness/measurement.ts';
import { firstOf, IS_LONG } from '../long.ts';
import { writtenCorpus } from './written-corpus.ts';

const PROGRAM = resolve(import.meta.dirname, '../../lab/main.ts');

function bench(...args: string[]) {
  return spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', timeout: 120_000 });
}

describe('bench', () => {
  const WRONG = [
    {
      args: ['nonsense'],
      says: "argument value 'nonsense' is invalid for argument 'word'. There is no such benchmark.",
    },
    { args: ['--fast'], says: "unknown option '--fast'" },
    { args: ['--rounds', 'two'], says: "argument 'two' is invalid. Must be 1 or more." },
    { args: ['serve', '--checkout', 'nowhere'], says: "argument 'nowhere' is invalid. It has no Procfile." },
    { args: ['readings', '--corpus', 'nowhere'], says: "argument 'nowhere' is invalid. It has no manifest.jsonl." },
  ];

  it.each(firstOf(1, WRONG))('refuses $args with its usage and exit code 2', ({ args, says }) => {
    const { status, stdout, stderr } = bench(...args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(says);
    expect(stderr).toContain('Usage: bench [NAME…]');
  });

  it('publish --quick prints a line of JSON each and a table for a person', { timeout: 130_000 }, () => {
    const { status, stdout, stderr } = bench('publish', '--quick', '--rounds', '1');
    expect(status, stderr).toBe(0);
    const measurements = stdout
      .trimEnd()
      .split('\n')
      .map((line) => Measurement.parse(JSON.parse(line)));
    expect(measurements.map(({ bench, baseline }) => [bench, baseline])).toContainEqual([
      'publish',
      'VACUUM INTO and SHA-256',
    ]);
    expect(stderr).toMatch(/^time, whole, 20 products +VACUUM INTO and SHA-256 +[\d.]+ \(/m);
  });

  if (IS_LONG)
    it('readings is accuracy: it scores the vendors of a corpus and the layouts', { timeout: 130_000 }, () => {
      const cards = ['Basic', 'Plus'].map((tier, at) => `<div><h3>${tier}</h3><p>$${12 + 18 * at} / month</p></div>`);
      const page = (name: string, vendor: string, monthly: number) => ({
        ...{ name, html: `<h1>Pricing</h1>${cards.join('')}`, about: { vendor, kind: `kind-${name}` } },
        tiers: [
          { name: 'Basic', monthly },
          { name: 'Plus', monthly: 30 },
        ],
      });
      const corpus = writtenCorpus([page('one', 'Quinfen', 12), page('two', 'Moldray', 13)]);
      const { status, stdout, stderr } = bench('readings', '--quick', '--corpus', corpus);
      expect(status, stderr).toBe(0);
      expect(stderr).toMatch(/^kind-one +1 +1\.000 +1\.000 +1\.000 +1\.000 +1\.000 +1\.000 +– +– +1\.000$/m);
      expect(stderr).toMatch(/^kind-two +1 +0\.500 +0\.500 +0\.500 +0\.500 +0\.000 +0\.000/m);
      expect(stderr).toMatch(/^all pages \(micro\) +2 +0\.750 +0\.750/m);
      expect(stderr).toMatch(/^95 % interval over them +\d\.\d{3}–\d\.\d{3} /m);
      expect(stderr).toMatch(/^div-cards +\d+ +1\.000 +1\.000/m);
      const [first] = stdout.split('\n');
      expect(Measurement.parse(JSON.parse(first ?? ''))).toMatchObject({ case: 'prices, by vendor', ratio: 0.75 });
    });
});
