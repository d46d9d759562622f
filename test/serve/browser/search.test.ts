/** The search while one types, by the keyboard alone; and the same form without script. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PriceState } from '../../../data/prices/price-state.ts';
import { absentPriceText } from '../../../serve/record/price-words.ts';
import { axeFindings, inChromium } from './tabs.ts';

inChromium((tab) => {
  test('lists what it finds, is led through by arrows, and says so to who does not see it', async () => {
    const wide = await tab('wide');
    await wide.open('/');
    const { page } = wide;
    const field = page.getByRole('combobox');
    await field.pressSequentially('work');
    const options = page.getByRole('option');
    await options.first().waitFor();
    expect(await options.allInnerTexts()).toEqual([
      expect.stringMatching(/^Orbit Workspaces\s+\$14\/user\/mo, free plan$/),
    ]);
    expect(await page.getByRole('status').allInnerTexts()).toContain('1 product');
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    expect(await field.getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.press('ArrowDown');
    const active = await field.getAttribute('aria-activedescendant');
    expect(active).toBe(await options.first().getAttribute('id'));
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    expect(await axeFindings(wide)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.press('Escape');
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    expect(await field.inputValue()).toBe('work');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tools/orbit/pricing');
    expect(wide.complaints()).toEqual([]);
  });

  test('keeps what the arrows chose when the answer to more letters comes', async () => {
    const { page, open } = await tab('wide');
    await open('/');
    const field = page.getByRole('combobox');
    await field.pressSequentially('wor');
    await page.getByRole('option').first().waitFor();
    const { promise: arrowsUsed, resolve } = Promise.withResolvers<void>();
    await page.route(/discover\?q=work&/, async (route) => {
      await arrowsUsed;
      await route.continue();
    });
    await page.getByRole('option').evaluateAll((options) => {
      for (const option of options) option.classList.add('old');
    });
    await field.press('k');
    await field.press('ArrowDown');
    resolve();
    await page.locator('[role=option]:not(.old)').first().waitFor();
    await field.press('Enter');
    await page.waitForURL('**/tools/orbit/pricing');
    await page.unroute(/discover\?q=work&/);
  });

  test('says of each product what its pages say: a price, contact sales, free, or not known yet', async () => {
    const { page, open } = await tab('narrow-dark');
    await open('/terms');
    await page.getByRole('combobox').tap();
    await page.keyboard.type('crm');
    const options = page.getByRole('option');
    await options.first().waitFor();
    const texts = (await options.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(texts).toContain('Acme $12/user/mo, free plan');
    expect(texts).toContain('Gamma Not known yet');
    await options.filter({ hasText: 'Acme' }).tap();
    await page.waitForURL('**/tools/acme/pricing');
  });

  test('its words for a missing price are those of the pages', () => {
    const source = readFileSync(new URL('../../../serve/pages/browser/search.ts', import.meta.url), 'utf8');
    for (const state of PriceState.options) expect(source).toContain(`${state}: '${absentPriceText(state)}'`);
  });

  test('shows what a vendor calls itself as text', async () => {
    const wide = await tab('wide');
    await wide.open('/');
    await wide.page.getByRole('combobox').pressSequentially('models');
    await wide.page.getByRole('option').first().waitFor();
    expect(await wide.page.getByRole('option').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('Models </script><b>')]),
    );
  });

  test('a narrow screen has its navigation in a menu, which Escape closes, with and without script', async () => {
    for (const view of ['narrow-dark', 'no-script'] as const) {
      const { page, open } = await tab(view);
      await open('/terms');
      const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Compare' });
      expect(await entry.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu' }).click();
      expect(await entry.isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      expect(await entry.isVisible()).toBe(false);
    }
  });

  test('leads to a list where nothing is chosen, and without script', async () => {
    for (const view of ['wide', 'no-script'] as const) {
      const { page, open } = await tab(view);
      await open('/terms');
      await page.getByRole(view === 'wide' ? 'combobox' : 'searchbox').fill('acme');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/?q=acme');
      expect(await page.getByRole('main').getByRole('link', { name: 'Acme' }).count()).toBeGreaterThan(0);
    }
  });
});
