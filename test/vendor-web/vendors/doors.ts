/**
 * Pages with honest prices that, once Chromium shows them, try to reach an address inside, by every way that a page has:
 * each target is the trap, where a connection or a datagram is a hole in the guard.
 */
import { HTML, send } from '../answer.ts';
import { dataOf } from '../data.ts';
import { layOut, layoutNamed } from '../layouts.ts';
import { truthOf } from '../offer.ts';
import { offer, paid } from '../offers.ts';
import { vendorOf } from '../page-vendor.ts';
import type { Expectation, Vendor, World } from '../vendor.ts';

const SOLD = offer('Doors', { tiers: [paid('Team', { monthly: '26' }), paid('Company', { monthly: '62' })] });
const PAGE = layOut(SOLD, layoutNamed('list-cards')).body;

/** What the trap's page states. */
const TRAPPED = '666';

interface Door {
  /** For the end of the body, or of the head. `TRAP` is the trap's host and port. */
  markup: string;
  /** Beside the page itself: a script, a worker, by the last part of its path. */
  files?: Readonly<Record<string, readonly [type: string, body: string]>>;
  expect?: Expectation;
}

function door([slug, { markup, files = {}, expect = 'prices' }]: [string, Door]): Vendor {
  const filled = (text: string, { trapPort }: World) => text.replaceAll('TRAP', `127.0.0.1:${trapPort}`);
  const vendor = vendorOf(
    {
      slug: `door-${slug}`,
      name: `Door ${slug}`,
      expect,
      truth: () => truthOf(SOLD),
      decoys: [TRAPPED],
      render: 'browser',
    },
    (_request, response, world) => {
      const [type, file] = files[world.path.slice(1)] ?? [];
      if (file !== undefined) return send(response, filled(file, world), { type: type ?? HTML });
      if (world.path !== '/pricing') return send(response, 'Nothing here\n', { status: 404, type: 'text/plain' });
      send(
        response,
        PAGE.replace('</body>', () => `${filled(markup, world)}</body>`),
      );
    },
  );
  return vendor;
}

export const DOORS: readonly Vendor[] = Object.entries(dataOf<Record<string, Door>>('doors')).map(door);
