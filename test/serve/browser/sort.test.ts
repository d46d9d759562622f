/** What the script adds to the table of a category in Chromium; that it is sorted by links without it is tested with the page. */
import { expect, test } from 'vitest';
import { inChromium } from './tabs.ts';

inChromium((tab) => {
  test('the table of a category is sorted in place as the address would, by the keyboard too', async () => {
    const { page, open, complaints } = await tab('wide');
    await open('/category/crm');
    const names = () => page.locator('.market tbody th').allTextContents();
    for (const [heading, key] of [
      ['Starting price', '-price'],
      ['Product', 'name'],
      ['Age', 'age'],
      ['Age', '-age'],
    ] as const) {
      await page.locator('.market').getByRole('link', { name: heading, exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/category/crm?sort=${key}`);
      const inPlace = await names();
      const marked = await page
        .locator('.market [aria-sort]')
        .evaluateAll((cells) => cells.map((cell) => cell.ariaSort));
      expect(marked).toEqual([key.startsWith('-') ? 'descending' : 'ascending']);
      await page.reload();
      expect(await names()).toEqual(inPlace);
    }
    expect(complaints()).toEqual([]);
  });

  test('token rates are sorted in place as the address would, also on a narrow screen by the form', async () => {
    const { page, open, complaints } = await tab('wide');
    await open('/models');
    const models = () => page.locator('.rate-list tbody th').allTextContents();
    for (const [heading, key] of [
      ['Input', 'input'],
      ['Input', '-input'],
      ['Model', 'model'],
    ] as const) {
      await page.locator('.rate-list').getByRole('link', { name: heading, exact: true }).click();
      await page.waitForURL(`**/models?sort=${key}`);
      const inPlace = await models();
      await page.reload();
      expect(await models()).toEqual(inPlace);
    }
    expect(complaints()).toEqual([]);
    await page.getByRole('searchbox', { name: 'Model' }).fill('small-1');
    await page.waitForURL('**q=small-1**');
    expect(await models()).toEqual(['small-1']);
    const narrow = await tab('narrow-dark');
    await narrow.open('/models');
    await narrow.page.getByLabel('Sort by').selectOption('input');
    await narrow.page.getByRole('button', { name: 'Show' }).tap();
    await narrow.page.waitForURL('**sort=input**');
    expect(await narrow.page.locator('.rate-list tbody th').first().textContent()).toContain('small');
    expect(narrow.complaints()).toEqual([]);
  });

  test('a table that is wider than the screen scrolls by the keyboard, and keeps the names in view', async () => {
    const { page, open } = await tab('narrow-dark');
    await open('/category/crm');
    const region = page.getByRole('region', { name: 'Products' });
    await region.focus();
    for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowRight');
    await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100);
    const name = await region.getByRole('rowheader').first().boundingBox();
    expect(name?.x).toBeGreaterThanOrEqual(0);
  });
});
