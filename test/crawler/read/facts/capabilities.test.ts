/** Which tier has which capability: tables, cards, sentences, and the marks by which they say so. */
import { describe, expect, test } from 'vitest';
import type { PageFact } from '../../../../data/reading.ts';
import { casesOf } from '../../../cases.ts';
import { card, cards, read } from '../pages.ts';

const cases = casesOf(import.meta.filename);

/** "sso: -Basic +Pro, first Pro" */
function capabilities(source: string): string[] {
  const sign = { included: '+', not_included: '-', add_on: '$' };
  return (read(source).facts ?? [])
    .filter((fact): fact is Extract<PageFact, { kind: 'capability' }> => fact.kind === 'capability')
    .map(
      ({ capability, tiers, first }) =>
        `${capability}: ${tiers.map(({ tier, state }) => `${sign[state]}${tier}`).join(' ')}${first === undefined ? '' : `, first ${first}`}`,
    );
}

const table = (...rows: string[]) =>
  `<h1>Pricing</h1><table><thead><tr><th></th><th>Basic</th><th>Pro</th><th>Max</th></tr></thead><tbody><tr><td>Price</td><td>$10 / month</td><td>$20 / month</td><td>$50 / month</td></tr>${rows.join('')}</tbody></table>`;
const row = (label: string, ...cells: string[]) =>
  `<tr><td>${label}</td>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

describe('a comparison table', () => {
  const CHECK = '<svg viewBox="0 0 9 9" class="lucide lucide-check"><path d="M1 1"/></svg>';
  const CROSS = '<svg viewBox="0 0 9 9" class="lucide lucide-x"><path d="M2 2"/></svg>';
  test.each<[string, string[], string]>([
    ['text marks', ['–', '✓', '✓'], 'sso: -Basic +Pro +Max, first Pro'],
    ['words', ['No', 'No', 'Yes'], 'sso: -Basic -Pro +Max, first Max'],
    ['empty cells beside marks', ['', '●', '●'], 'sso: -Basic +Pro +Max, first Pro'],
    ['drawings by class', [CROSS, CHECK, CHECK], 'sso: -Basic +Pro +Max, first Pro'],
    [
      'drawings by label',
      ['<svg aria-label="Not included"></svg>', '<img alt="Included" src="a.png">', '<svg><title>Yes</title></svg>'],
      'sso: -Basic +Pro +Max, first Pro',
    ],
    [
      'files',
      ['<img src="/i/cross.svg">', '<img src="/i/check.svg">', '<img src="/i/check.svg">'],
      'sso: -Basic +Pro +Max, first Pro',
    ],
    ['an add-on', ['–', 'Add-on', '✓'], 'sso: -Basic $Pro +Max'],
    ['a price', ['–', '$5 / month', '✓'], 'sso: -Basic $Pro +Max'],
    ['a value', ['–', '–', 'SAML, Okta'], 'sso: -Basic -Pro +Max, first Max'],
    ['all', ['✓', '✓', '✓'], 'sso: +Basic +Pro +Max, first Basic'],
    ['words in German', ['nein', 'ja', 'ja'], 'sso: -Basic +Pro +Max, first Pro'],
  ])('%s', (name, cells, said) => {
    const lang = name.endsWith('German') ? 'de' : 'en';
    expect(capabilities(`<html lang="${lang}">${table(row('SSO (SAML)', ...cells))}</html>`)).toEqual([said]);
  });

  test.each(cases<[string, string, string[]]>('abstains where it says'))(
    'abstains where it says %s',
    (_, label, cells) => {
      expect(capabilities(table(row(label, ...cells)))).toEqual([]);
    },
  );

  test('a tier that is not told leaves open which is the first', () => {
    expect(capabilities(table(row('Audit log', '?', '✓', '✓')))).toEqual(['audit_log: +Pro +Max']);
  });

  test('two capabilities in a row are two', () => {
    expect(capabilities(table(row('SSO and SCIM', '–', '–', '✓')))).toEqual([
      'sso: -Basic -Pro +Max, first Max',
      'scim: -Basic -Pro +Max, first Max',
    ]);
  });

  test('tiers may be rows', () => {
    const source = `<h1>Pricing</h1><table><tr><th>Plan</th><th>Price</th><th>SSO</th><th>Audit log</th></tr>
      <tr><td>Basic</td><td>$10 / month</td><td>No</td><td>No</td></tr><tr><td>Pro</td><td>$20 / month</td><td>No</td><td>Yes</td></tr><tr><td>Max</td><td>$50 / month</td><td>Yes</td><td>Yes</td></tr></table>`;
    expect(capabilities(source)).toEqual([
      'sso: -Basic -Pro +Max, first Max',
      'audit_log: -Basic +Pro +Max, first Pro',
    ]);
  });

  test('a section without a head of its own goes on from the one above', () => {
    const more = `<h3>Security</h3><table><tr><td>SCIM</td><td>–</td><td>–</td><td>✓</td></tr></table>`;
    expect(capabilities(`${table(row('SSO', '–', '✓', '✓'))}${more}`)).toEqual([
      'sso: -Basic +Pro +Max, first Pro',
      'scim: -Basic -Pro +Max, first Max',
    ]);
  });

  test('its rows are the features of tiers that no card describes', () => {
    const { tiers } = read(table(row('SSO', '–', '✓', '✓'), row('Storage', '1 GB', '5 GB', '10 GB')));
    expect(tiers.map(({ features }) => features)).toEqual([
      ['Storage: 1 GB'],
      ['SSO', 'Storage: 5 GB'],
      ['SSO', 'Storage: 10 GB'],
    ]);
  });
});

describe('cards', () => {
  const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  const basic = (...items: string[]) => card('Basic', '$10 / month', list('5 projects', ...items));
  const pro = (...items: string[]) => card('Pro', '$20 / month', list(...items));
  const max = (...items: string[]) => card('Max', '$50 / month', list(...items));

  test('what a card adds to another, that one lacks', () => {
    const source = cards(
      basic(),
      pro('Everything in Basic, plus:', 'API access'),
      max('Everything in Pro, plus:', 'SSO', 'Audit logs'),
    );
    expect(capabilities(source)).toEqual([
      'api: -Basic +Pro +Max, first Pro',
      'sso: -Basic -Pro +Max, first Max',
      'audit_log: -Basic -Pro +Max, first Max',
    ]);
  });

  test('what a card does not list is not known to be missing', () => {
    expect(capabilities(cards(basic(), pro('SSO')))).toEqual(['sso: +Pro']);
  });

  test.each(['No SSO', 'SSO coming soon', 'SSO available on Max', 'SSO?', 'Everything except SSO', '<s>SSO</s>'])(
    '%j does not list it',
    (item) => {
      expect(capabilities(cards(basic(), pro(item)))).toEqual([]);
    },
  );

  test('an item that names another tier, and two items that differ, say nothing', () => {
    expect(capabilities(cards(basic(), pro('SAML SSO (Max only)'), max('SCIM')))).toEqual(['scim: +Max']);
    const source = cards(basic(), pro('SSO add-on', 'SAML included'), max('Everything in Pro, plus:', 'SSO'));
    expect(capabilities(source)).toEqual(['sso: +Max']);
  });

  test('what the card of a plan without a price lists is not said of the plan beside it', () => {
    const source = `${cards(basic(), card('Pro', 'Price to be announced', list('SSO')))}
      <section><h2>More</h2>${card('Team', '$30 / month')}</section>`;
    expect(capabilities(source)).toEqual([]);
  });

  test('an item crossed by its mark is lacking', () => {
    const source = cards(basic('✗ SSO'), pro('✓ SSO'));
    expect(capabilities(source)).toEqual(['sso: -Basic +Pro, first Pro']);
  });

  test('an item drawn unlike the others says nothing', () => {
    const [a, b] = ['<svg><path d="M1"/></svg>', '<svg><path d="M2"/></svg>'];
    expect(capabilities(cards(basic(), pro(`${a}<span>10 projects</span>`, `${b}<span>SSO</span>`)))).toEqual([]);
  });

  test('the same drawing before every item is a bullet', () => {
    const a = '<svg><path d="M1"/></svg>';
    expect(capabilities(cards(basic(), pro(`${a}<span>10 projects</span>`, `${a}<span>SSO</span>`)))).toEqual([
      'sso: +Pro',
    ]);
  });

  test('for an additional payment is no inclusion', () => {
    expect(capabilities(cards(basic(), pro('SSO (add-on)')))).toEqual(['sso: $Pro']);
  });

  test('features are short labels, each once, without prices and headings', () => {
    const source = cards(
      card(
        'Basic',
        '$10 / month',
        `<p>Loved by makers everywhere</p>${list('5 projects', '5 Projects', 'Everything in Free, plus:', 'Extra seats $4', 'Email support.')}`,
      ),
      pro('10 projects'),
    );
    expect(read(source).tiers[0]?.features).toEqual(['5 projects', 'Email support']);
  });
});

test('a second card of the same tier is not the tier before it', () => {
  const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  const source = `<main><h1>Pricing</h1><div><div>${card('Pro', '$10 / month', list('Mail support'))}${card('Enterprise', 'Custom', list('Everything in Pro, and:', 'Audit logs'))}</div><div>${card('Open source', '$0', list('Community support'))}${card('Enterprise', 'Custom', list('Everything in Open source, and:', 'Audit logs'))}</div></div></main>`;
  expect(capabilities(source).filter((line) => line.includes('+Open source'))).toEqual([]);
});
