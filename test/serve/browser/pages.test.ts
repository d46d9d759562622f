/** Every declared page in Chromium: what must hold whatever a page shows. */
import { describe, expect, test } from 'vitest';
import { VISITS } from './paths.ts';
import { axeFindings, inChromium, narrowed, overflow, tabOrder, type View } from './tabs.ts';

/** Compressed. */
const MOST_BYTES = { document: 40_000, stylesheet: 12_000 };
const PRESSES = 20;

inChromium((tab) => {
  describe.each(VISITS)('$name, $path', ({ name, path, status }) => {
    test('small, from one place and without a fault; legible and in order for the keyboard, wide as well as narrow and dark', async () => {
      const shown = await tab('wide');
      await shown.open(path, status);
      const { document = 0, stylesheet = 0 } = await shown.bytes();
      expect(document).toBeGreaterThan(1_000);
      expect(document).toBeLessThanOrEqual(MOST_BYTES.document);
      expect(stylesheet).toBeLessThanOrEqual(MOST_BYTES.stylesheet);
      // Either it says where it is, or it is not for search engines.
      const named = 'link[rel=canonical], meta[name=robots][content=noindex]';
      expect(await shown.page.locator(named).count()).toBeGreaterThan(0);
      const isFit = async (view: View) => {
        expect(await overflow(shown)).toEqual([]);
        expect(await axeFindings(shown)).toEqual([]);
        await shown.screenshot(name, view);
        const stops = await tabOrder(shown, PRESSES);
        expect(stops[0]?.element).toContain('href="#main"');
        expect(stops.filter(({ isMarked, isSeen }) => !(isMarked && isSeen))).toEqual([]);
        const places = stops.map(({ place }) => place);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      };
      await isFit('wide');
      await narrowed(shown, isFit);
      expect(shown.complaints()).toEqual([]);
    });

    test('without script: it is all there, and a form is a link', async () => {
      const plain = await tab('no-script');
      await plain.open(path, status);
      expect(await overflow(plain)).toEqual([]);
      expect(await plain.page.locator('main h1').count()).toBe(1);
      // But for the one that people type into of themselves.
      const others = plain.page.locator('form:not([method=get]):not(.letter)');
      expect(await others.count()).toBe(0);
      expect(plain.complaints()).toEqual([]);
    });
  });

  test('on paper: no part to press is printed', async () => {
    const { page, open } = await tab('narrow-dark');
    await open('/tools/orbit/pricing');
    await page.emulateMedia({ media: 'print' });
    const pressed = page.locator(':is(button, input, form):visible');
    expect(await pressed.count()).toBe(0);
    await page.emulateMedia({ media: null });
  });

  test('a plan named from right to left has its price after it, and the old price before the new one', async () => {
    const { page, open } = await tab('wide');
    for (const [path, entries] of [
      ['/', '.lately li:has(del)'],
      ['/compare?slugs=acme,beta', 'td li:has(strong:text("$"))'],
    ] as const) {
      await open(path);
      const entry = page.locator(entries).last();
      const places = await entry.evaluate((element: HTMLElement) => {
        element.style.whiteSpace = 'nowrap';
        element.innerHTML = element.innerHTML.replace(/\w+(?=(?:<\/bdi>)?: <)/, 'מקצועי');
        const afterName = element.getBoundingClientRect().left + 20;
        const prices = [...element.querySelectorAll('del, ins, strong')];
        return [afterName, ...prices.map((price) => price.getBoundingClientRect().left)];
      });
      expect(places.length, path).toBeGreaterThan(1);
      expect(places, path).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  test('narrow: nothing covers the link that skips to the content', async () => {
    const { page, open } = await tab('narrow-dark');
    await open('/');
    await page.keyboard.press('Tab');
    await page.locator('.skip:focus').click({ timeout: 5_000 });
    expect(new URL(page.url()).hash).toBe('#main');
  });

  test('narrow: a name without a space is not cut off', async () => {
    const { page, open } = await tab('narrow-dark');
    for (const path of [
      '/?page=1',
      '/tools/orbit/pricing',
      '/calculators/tco?product=orbit&tier=teams',
      '/stack?items=orbit:teams:1',
      '/tools/acme/alternatives',
      '/compare?slugs=orbit,acme',
    ]) {
      await open(path);
      await page.evaluate((name) => {
        for (const text of document.querySelectorAll(
          'main tbody th, .category, .lines span:not(.amount), .vendor, .trust dd, .names a, .chosen li',
        ))
          text.textContent = name;
      }, 'x'.repeat(120));
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(375);
    }
  });
});
