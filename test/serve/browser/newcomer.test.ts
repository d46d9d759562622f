/**
 * A newcomer's way through the site, by roles and visible names alone: finds a price, opens its evidence, compares two
 * products, works out a team's cost, sees when the price changed. With a mouse, with the keyboard only, and by touch on a
 * phone.
 */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { firstOf } from '../../long.ts';
import { inChromium } from './tabs.ts';

/** What a hand does with what it sees. */
interface Hand {
  activate(target: Locator): Promise<void>;
  fill(target: Locator, text: string): Promise<void>;
}

const MOST_PRESSES = 200;

const HANDS = {
  mouse: () => ({
    activate: (target) => target.click(),
    fill: (target, text) => target.fill(text),
  }),
  finger: () => ({
    activate: (target) => target.tap(),
    fill: (target, text) => target.fill(text),
  }),
  keyboard: (page: Page) => {
    const reach = async (target: Locator) => {
      await target.waitFor();
      for (let press = 0; press < MOST_PRESSES; press += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${target} cannot be reached by Tab`);
    };
    return {
      async activate(target) {
        await reach(target);
        await page.keyboard.press('Enter');
      },
      async fill(target, text) {
        await reach(target);
        await page.keyboard.press('ControlOrMeta+A');
        await page.keyboard.type(text);
      },
    };
  },
} satisfies Record<string, (page: Page) => Hand>;

inChromium((tab) => {
  const WAYS = [
    ['keyboard', 'wide'],
    ['mouse', 'wide'],
    ['finger', 'narrow-dark'],
  ] as const;

  test.each(firstOf(1, WAYS))('finds what a product costs, and why to believe it, by %s', async (name, view) => {
    const { page, open, complaints } = await tab(view);
    const hand = HANDS[name](page);
    const main = page.getByRole('main');
    const heading = (words: string | RegExp) => main.getByRole('heading', { name: words }).first().waitFor();
    const product = async () => {
      await page.goBack();
      await heading('Orbit Workspaces pricing');
    };

    await open('/');
    await hand.fill(main.getByRole('combobox'), 'orbit');
    await page.getByRole('option', { name: /Orbit Workspaces.*\$14/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading('Orbit Workspaces pricing');
    expect(await main.textContent()).toMatch(/\$14 per user a month/);

    await hand.activate(main.getByRole('link', { name: /\$14 per member/ }).first());
    await page.waitForURL('**/evidence/**');
    await main.locator('mark', { hasText: '$14 per member / month, billed monthly' }).first().waitFor();
    await product();

    await hand.activate(main.getByRole('link', { name: /^Compare/ }).first());
    await hand.fill(main.getByLabel('Add a product'), 'Acme');
    await hand.activate(main.getByRole('button', { name: 'Add' }));
    await heading('Orbit Workspaces vs Acme');
    expect(await main.getByRole('table').first().textContent()).toMatch(/\$14.*\$12/s);

    await hand.fill(main.getByRole('spinbutton', { name: 'Seats' }), '12');
    await hand.activate(main.getByRole('button', { name: 'Calculate' }));
    await heading(/12 seats/);
    // 12 members at $14, and 12 users at $12, for a year.
    for (const total of ['$2,016', '$1,728']) expect(await main.textContent()).toContain(total);

    await hand.activate(main.getByRole('link', { name: 'Orbit Workspaces' }).first());
    await heading('Orbit Workspaces pricing');
    await hand.activate(main.getByRole('link', { name: /price history/i }).first());
    await heading('Orbit Workspaces price history');
    await main
      .getByRole('row', { name: /31 Mar 2025 .*Price changed.*\$10 → \$12/ })
      .first()
      .waitFor();
    expect(complaints()).toEqual([]);
  });
});
