/** What the script adds to the points of a chart; without it each is a link. */
import { beforeAll, describe, expect, test } from 'vitest';
import { daysAfterNoon, price, snapshot, tier } from '../../builders.ts';
import { type Served, served, sold } from '../served.ts';
import { chromiumPath, inChromium, type Tab, tabsOf } from './tabs.ts';

const PATH = '/tools/orbit/history';

inChromium((tab) => {
  const parts = ({ page }: Tab) => {
    const chart = page.locator('svg.overview').first();
    return { chart, points: chart.locator('a.point'), readout: page.locator('svg.overview + .readout').first() };
  };

  test('the arrow keys move from price to price, one tab stop a chart, and the line beneath says which', async () => {
    const wide = await tab('wide');
    await wide.open(PATH);
    const { chart, readout } = parts(wide);
    expect(await chart.locator('a.point[tabindex="0"]').count()).toBe(1);
    await chart.locator('a.point[tabindex="0"]').focus();
    await wide.page.keyboard.press('Home');
    const first = await readout.textContent();
    expect(first).toMatch(/^Teams & friends: \$\d+ per user a month, billed monthly, from \d+ \w+ \d{4}\. /);
    await wide.page.keyboard.press('ArrowRight');
    expect(await readout.textContent()).not.toBe(first);
    await wide.page.keyboard.press('ArrowLeft');
    expect(await readout.textContent()).toBe(first);
    await wide.page.keyboard.press('ArrowDown');
    expect(await chart.locator('a.point[tabindex="0"]').count()).toBe(1);
    expect(wide.complaints()).toEqual([]);
  });

  test('the mouse reads the nearest point, and a click leads to its evidence', async () => {
    const wide = await tab('wide');
    await wide.open(PATH);
    const { points, readout } = parts(wide);
    const proven = points.and(wide.page.locator('[href*="ev_"]')).last();
    await proven.hover();
    expect(await readout.locator('a').getAttribute('href')).toBe(await proven.getAttribute('href'));
    expect(await readout.textContent()).toContain(await proven.getAttribute('aria-label'));
    await proven.click();
    expect(wide.page.url()).toContain('/ev_');
  });

  test('a finger reads a point without leaving the page', async () => {
    const narrow = await tab('narrow-dark');
    await narrow.open(PATH);
    const { points, readout } = parts(narrow);
    await points.first().tap();
    expect(await readout.textContent()).toContain(await points.first().getAttribute('aria-label'));
    expect(new URL(narrow.page.url()).pathname).toBe(PATH);
  });

  test('without script each line has one tab stop, and the table has every price', async () => {
    const plain = await tab('no-script');
    await plain.open(PATH);
    const { chart } = parts(plain);
    const lines = await chart.locator('g.line').count();
    expect(await chart.locator('a.point:not([tabindex])').count()).toBe(lines);
    expect(await plain.page.locator('table.prices tbody tr').count()).toBeGreaterThan(lines);
  });
});

describe.skipIf(chromiumPath === undefined)('amounts of many digits', () => {
  let server: Served;
  beforeAll(async () => {
    const inRupiah = (amount: string) => [tier({ prices: [price({ amount, currency: 'IDR' })] })];
    const snapshots = ['12500000.00', '14900000.00'].map((amount, at) =>
      snapshot({ validFrom: daysAfterNoon(100 * at - 200), tiers: inRupiah(amount) }),
    );
    server = await served({ products: [{ ...sold({ tiers: inRupiah('14900000.00') }), snapshots }] });
  });
  const tab = tabsOf(() => server);

  test.each(['history', 'pricing'])('are not cut off on a narrow screen: %s', async (page) => {
    const narrow = await tab('narrow-dark');
    await narrow.open(`/tools/acme/${page}`);
    const cut = await narrow.page.locator('.chart text').evaluateAll((texts) =>
      texts.flatMap((text) => {
        const { left, right } = text.getBoundingClientRect();
        return left < 0 || right > innerWidth ? [text.textContent] : [];
      }),
    );
    expect(cut).toEqual([]);
  });
});
