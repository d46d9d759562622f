/**
 * Hostile names that stand on a page beside a price: the real verifier takes them into records. vendor-text.test.ts and
 * files/exports/hostile.test.ts have what becomes of such records in every format.
 */
import { expect, it } from 'vitest';
import { pageText } from '../../../data/text/page-text.ts';
import { daysAfterNoon, sha256Of } from '../../builders.ts';
import { eventually } from '../../eventually.ts';
import { ownRedis } from '../../redis-server.ts';
import { escapeHtml } from '../../vendor-web/html.ts';
import { someOfEachKind } from '../../vendor-web/injection.ts';
import { find, type VendorPage, vendorPage, visit } from '../../verifier/vendor-page.ts';
import { archived, deliver, install, openQueue, published, startVerifier } from '../../verifier/verifier-process.ts';

const TEXTS = [...someOfEachKind().map(({ text }) => text), 'Team'];
// The first product of an installation has imported facts.
const SLUGS = TEXTS.map((_, at) => `acme-${at + 1}`);

/** The name as the page's text has it, and the page with one price of it. */
function hostilePage(text: string, monthly: string): VendorPage & { name: string } {
  const said = escapeHtml(text);
  const html = `<h3>${said}</h3><p>$${monthly} per month billed monthly, ${said}</p>`;
  const words = pageText(html, 'html');
  const quote = words
    .slice(words.lastIndexOf(`$${monthly} per month`))
    .slice(0, 200)
    .trimEnd();
  const name = quote.replace(/^.*? monthly, /, '').slice(0, 80);
  const { reading } = vendorPage([{ name: 'x', monthly }]);
  const tiers = reading.tiers.map((tier) => {
    const prices = tier.prices.map((price) => ({ ...price, evidence: find(words, quote) }));
    return { ...tier, name, features: [name], prices };
  });
  const readings = reading.readings.map((each) => ({ ...each, tiers }));
  const page = { html, bytes: Buffer.from(html), sha256: sha256Of(html), words: { source: html, text: words } };
  return { ...page, name, reading: { ...reading, tiers, readings } };
}

const PAGES = TEXTS.map((text) => ({ before: hostilePage(text, '12'), now: hostilePage(text, '14') }));

const redis = await ownRedis();
const installation = await install(TEXTS.length + 1);
await archived(installation.archive, ...PAGES.flatMap(({ before, now }) => [before, now]));
const queue = openQueue(redis.url);
const verifier = startVerifier(installation, redis.url);
for (const [day, which] of (['before', 'now'] as const).entries()) {
  const looks = PAGES.map((page, at) => visit(page[which], { slug: SLUGS[at] ?? '', at: daysAfterNoon(day) }));
  await deliver(queue, looks);
  await eventually('all is verified', async () => (await queue.getCompletedCount()) === looks.length * (day + 1));
}
await verifier.end('SIGTERM');

it('is in the record under its name, quoted from the page, with the change of its price [D1.vendor-text.inert]', () => {
  published(installation, (generation) => {
    for (const [at, { now }] of PAGES.entries()) {
      const [tier] = generation.record(SLUGS[at] ?? '')?.tiers ?? [];
      expect(tier).toMatchObject({ name: now.name, prices: [{ amount: '14.00' }] });
      const proof = generation.evidence(tier?.prices[0]?.evidence ?? '');
      expect(proof?.evidence.quote).toContain(`monthly, ${now.name}`.slice(0, 80));
    }
    const changed = generation.changes({ after: 0, limit: 10_000 }).filter(({ type }) => type === 'price_changed');
    expect(changed.map(({ slug }) => slug).toSorted()).toEqual(SLUGS.toSorted());
  });
});
