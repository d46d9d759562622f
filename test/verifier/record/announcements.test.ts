/** Announcements from a vendor's page to the log: seen, kept, taken back, and come true, over the real ledger. */
import { describe, expect, it } from 'vitest';
import { readPage } from '../../../crawler/read/read.ts';
import type { Change } from '../../../data/change.ts';
import { pageText } from '../../../data/text/page-text.ts';
import { verifyObservation } from '../../../verifier/judge/verify.ts';
import { daysAfterNoon, failure, NOON, observation, product, sha256Of, unchanged } from '../../builders.ts';
import { temporaryLedger } from '../../temporary-ledger.ts';

/** NOON is 21 November 2026: these days lie 30 and 51 days ahead. */
const COMING = '2026-12-21';
const LATER = '2027-01-11';
const SAYS = `From ${COMING}, Team will cost $30 per user / month.`;

const page = (team: string, ...words: string[]) => `<html lang="en"><body><main><h1>Pricing</h1><div>
<div><h3>Starter</h3><p>$10 / user / month</p><ul><li>3 projects</li></ul></div>
<div><h3>Team</h3><p>${team.startsWith('<') ? team : `${team} / user / month`}</p><ul><li>10 projects</li></ul></div></div></main>
<section>${words.map((each) => `<p>${each}</p>`).join('')}</section></body></html>`;

function vendor() {
  const ledger = temporaryLedger();
  const judge = (seen: Parameters<typeof verifyObservation>[0]['observation'], html?: string) => {
    const recordedAt = new Date(seen.observedAt);
    const words = html === undefined ? undefined : { source: html, text: pageText(html, 'html') };
    const known = { state: ledger.state('acme'), past: () => ledger.past('acme') };
    ledger.append(
      [verifyObservation({ observation: seen, words, ...known, product: product(), recordedAt })],
      recordedAt,
    );
  };
  return {
    ledger,
    judge,
    visit(day: number, html: string) {
      const reading = readPage(html, { format: 'html', url: 'https://acme.example/pricing' });
      judge(observation({ at: daysAfterNoon(day) }, { page: { sha256: sha256Of(html) }, reading }), html);
    },
    log: () =>
      ledger
        .changesSince(0, 100)
        .map(({ type, subject, after, observedAt }) => [
          Math.round((Date.parse(observedAt) - Date.parse(NOON)) / 86_400_000),
          type,
          subject,
          ...(after?.effectiveFrom === undefined ? [] : [after.effectiveFrom]),
        ]),
    price: () => ledger.state('acme').snapshot?.tiers.find(({ id }) => id === 'team')?.prices[0]?.amount,
  };
}

describe('an announced price', () => {
  it('is logged when first seen, with its words, and once', () => {
    const { visit, ledger, log, price } = vendor();
    visit(0, page('$25'));
    for (const day of [7, 14, 21]) visit(day, page('$25', SAYS, `Visit ${day}`));
    expect(log()).toEqual([[7, 'announced', 'team', COMING]]);
    expect(price()).toBe('25.00');
    const change: Change | undefined = ledger.changesSince(0, 1)[0];
    expect(change?.after).toMatchObject({ name: 'Team', amount: '30.00', currency: 'USD', per: 'month', unit: 'user' });
    expect(ledger.announcementEvidence('acme').map(({ quote }) => quote)).toEqual([SAYS]);
  });

  it('takes effect only when the page itself states it', () => {
    const { visit, log, price } = vendor();
    visit(0, page('$25', SAYS));
    visit(31, page('$25', SAYS, 'Welcome'));
    expect([log(), price()]).toEqual([[[0, 'announced', 'team', COMING]], '25.00']);
    visit(33, page('$30'));
    expect(log()).toEqual([
      [0, 'announced', 'team', COMING],
      [33, 'price_changed', 'team'],
    ]);
    expect(price()).toBe('30.00');
  });

  it('is retracted once when the page takes it back before its day', () => {
    const { visit, log, ledger } = vendor();
    visit(0, page('$25', SAYS));
    for (const day of [10, 12]) visit(day, page('$25', `Visit ${day}`));
    expect(log()).toEqual([
      [0, 'announced', 'team', COMING],
      [10, 'announcement_retracted', 'team', COMING],
    ]);
    expect(ledger.announced('acme')).toEqual([]);
    visit(14, page('$25', SAYS));
    expect(log().at(-1)).toEqual([14, 'announced', 'team', COMING]);
  });

  it('is not retracted when its day has come, and not again announced when it is past', () => {
    const { visit, log } = vendor();
    visit(0, page('$25', SAYS));
    visit(30, page('$25', 'The old words are gone'));
    visit(40, page('$25', SAYS));
    expect(log()).toEqual([[0, 'announced', 'team', COMING]]);
  });

  it.each(['a failure', 'the same bytes again', 'a page of no prices'])('stands through %s', (what) => {
    const { visit, judge, log } = vendor();
    const html = page('$25', SAYS);
    visit(0, html);
    if (what === 'a failure') judge(failure({ at: daysAfterNoon(3) }));
    else if (what === 'the same bytes again') judge(unchanged({ at: daysAfterNoon(3) }, sha256Of(html)));
    else visit(3, '<html><body><h1>About us</h1><p>We make tools.</p></body></html>');
    expect(log()).toEqual([[0, 'announced', 'team', COMING]]);
  });

  it('stands while its words do, though a reader takes them for nothing', () => {
    const { visit, log } = vendor();
    visit(0, page('$25', SAYS));
    visit(3, page('$25', `<blockquote>${SAYS}</blockquote>`));
    expect(log()).toEqual([[0, 'announced', 'team', COMING]]);
    visit(5, page('$25', 'Gone'));
    expect(log().at(-1)).toEqual([5, 'announcement_retracted', 'team', COMING]);
  });
});

describe('a promo that names its last day', () => {
  const sale = (until: string) => `<s>$25 / user / month</s></p><p>$19 / user / month until ${until}`;

  it('announces the price after it, and moves none', () => {
    const { visit, ledger, log } = vendor();
    visit(0, page(sale('December 20, 2026')));
    expect(ledger.changesSince(0, 5)).toMatchObject([
      { type: 'announced', before: { amount: '19.00' }, after: { amount: '25.00', effectiveFrom: COMING } },
    ]);
    visit(31, page('$25'));
    expect(log()).toEqual([[0, 'announced', 'team', COMING]]);
  });

  it('that is prolonged takes its end back', () => {
    const { visit, log } = vendor();
    visit(0, page(sale('December 20, 2026')));
    visit(20, page(sale('January 10, 2027')));
    expect(log()).toEqual([
      [0, 'announced', 'team', COMING],
      [20, 'announcement_retracted', 'team', COMING],
      [20, 'announced', 'team', LATER],
    ]);
  });
});
