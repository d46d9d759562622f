/** Vendors whose robots.txt decides (RFC 9309). Behind every one stands a page with prices. */
import { redirect, send, TEXT } from '../answer.ts';
import { NO_TRUTH } from '../offer.ts';
import { offer, paid } from '../offers.ts';
import { offerVendor, type VendorFacts } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

type Robots = NonNullable<VendorFacts['robots']>;

const text =
  (body: string): Robots =>
  (_request, response) =>
    send(response, body, { type: TEXT });

const status =
  (code: number): Robots =>
  (_request, response) =>
    send(response, `${code}\n`, { status: code, type: TEXT });

const AMOUNT = '17';
const DISALLOW = 'User-agent: *\nDisallow: /pricing\n';

function allowed(slug: string, name: string, robots: Robots): Vendor {
  return offerVendor({
    slug,
    name,
    robots,
    offer: offer(name, { tiers: [paid('Pro', { monthly: AMOUNT })] }),
  });
}

function disallowed(slug: string, name: string, robots: Robots): Vendor {
  const page = allowed(slug, name, robots);
  return { ...page, expect: 'disallowed', failures: ['disallowed'], truth: () => NO_TRUTH, decoys: [AMOUNT] };
}

/** Larger than the 500 KiB that RFC 9309 §2.5 asks a crawler to read at least; the rule stands at the head. */
const LONG_ROBOTS = `${DISALLOW}\n${'# a comment of no consequence\n'.repeat(20_000)}`;

/** The same vendor with one more path, or another answer for one that it has. */
function answering(vendor: Vendor, path: string, answer: Vendor['respond']): Vendor {
  return {
    ...vendor,
    respond: (request, response, world) =>
      world.path === path ? answer(request, response, world) : vendor.respond(request, response, world),
  };
}

const movedRules = answering(
  disallowed('robots-moved-no', 'Robots Moved No', (_request, response) => redirect(response, '/rules.txt', 301)),
  '/rules.txt',
  text(DISALLOW),
);

/** The page itself is allowed; what it redirects to is not. */
const hop = (() => {
  const home = disallowed('robots-hop', 'Robots Hop', text('User-agent: *\nDisallow: /private\n'));
  const moved = answering(home, '/pricing', (_request, response) => redirect(response, '/private/pricing'));
  return answering(moved, '/private/pricing', (request, response, world) =>
    home.respond(request, response, { ...world, path: '/pricing' }),
  );
})();

export const ROBOTS: readonly Vendor[] = [
  disallowed('robots-no', 'Robots No', text(DISALLOW)),
  disallowed('robots-no-all', 'Robots No All', text('User-agent: *\nDisallow: /\n')),
  disallowed('robots-503', 'Robots 503', status(503)),
  disallowed('robots-500', 'Robots 500', status(500)),
  // RFC 9309 §2.3.1.4: a robots.txt that cannot be reached forbids everything.
  disallowed('robots-reset', 'Robots Reset', (request) => {
    request.socket.resetAndDestroy();
  }),
  disallowed('robots-long', 'Robots Long', text(LONG_ROBOTS)),
  movedRules,
  disallowed('robots-wildcard', 'Robots Wildcard', text('User-agent: *\nDisallow: /*ing$\n')),
  allowed('robots-404', 'Robots 404', status(404)),
  allowed('robots-403', 'Robots 403', status(403)),
  allowed('robots-empty', 'Robots Empty', text('')),
  allowed('robots-delay', 'Robots Delay', text('User-agent: *\nCrawl-delay: 2\nAllow: /\n')),
  allowed('robots-others', 'Robots Others', text('User-agent: SomeOtherBot\nDisallow: /\n\nUser-agent: *\nAllow: /\n')),
  // RFC 9309 §2.2.2: the longest match decides, whatever the order.
  allowed('robots-longest', 'Robots Longest', text('User-agent: *\nDisallow: /p\nAllow: /pricing\n')),
  allowed('robots-html', 'Robots Html', (_request, response) =>
    send(response, '<!doctype html><title>Home</title><p>Disallow: nothing</p>'),
  ),
  hop,
];
