import { expect, test } from 'vitest';
import { parsedYaml } from '../../../data/catalogue/yaml-lines.ts';
import { TaughtFacts } from '../../../data/recipe.ts';

const FACTS = `plans:
  - name: Team
    prices:
      - { amount: "15.00", currency: USD, per: month }
  - name: Hobby
    isFree: true
`;

test.each([
  ['the text is no YAML', 'plans: [', /^line 1: not YAML: /],
  ['a key is unknown', FACTS.replace('isFree', 'free'), /^line 6: plans\.1: Unrecognized key: "free"$/],
  ['a key is missing', FACTS.replace('name: Team', 'isAddOn: true'), /^line 2: plans\.0\.name: /],
  ['there is nothing', '', /^(?:line 1: )?the file: /],
  ['an alias multiplies', `a: &a [x, x]\nplans: [*a, *a]`, /not YAML: /],
])('names the line where %s', (_, text, says) => {
  const parsed = parsedYaml(text, TaughtFacts);
  expect('faults' in parsed ? parsed.faults[0] : undefined).toMatch(says);
});

test('takes JSON and YAML alike', () => {
  const [yaml, json] = [FACTS, JSON.stringify({ plans: [{ name: 'Team', isCustom: true }] })].map((text) =>
    parsedYaml(text, TaughtFacts),
  );
  expect(yaml).toMatchObject({ value: { plans: [{ name: 'Team' }, { name: 'Hobby', isFree: true }], ignored: [] } });
  expect(json).toMatchObject({ value: { plans: [{ name: 'Team', isCustom: true, prices: [] }] } });
});
