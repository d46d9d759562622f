/** Redirects: the ones that end at the prices, the ones that never end, and the ones that lead inwards. */
import { redirect, sendNotFound } from '../answer.ts';
import { offer, paid } from '../offers.ts';
import { offerVendor, pageVendor, vendorOf } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

function moved(
  slug: string,
  name: string,
  status: number,
  location: (host: string) => string = () => '/plans',
): Vendor {
  const home = offerVendor({
    slug,
    name,
    path: '/plans',
    layout: 'list-cards',
    offer: offer(name, { tiers: [paid('Team', { monthly: '26' })] }),
  });
  return vendorOf({ slug, name, expect: 'prices', truth: home.truth }, (request, response, world) =>
    world.path === '/pricing'
      ? redirect(response, location(request.headers.host ?? ''), status)
      : home.respond(request, response, world),
  );
}

/** Five hops, the last of which is the page: as many as the guard grants. */
const fiveHops: Vendor = (() => {
  const last = moved('five-hops', 'Five Hops', 302);
  return {
    ...last,
    path: '/hop/1',
    respond(request, response, world) {
      const hop = /^\/hop\/(\d)$/.exec(world.path)?.[1];
      if (hop === undefined) return last.respond(request, response, world);
      return redirect(response, hop === '4' ? '/pricing' : `/hop/${Number(hop) + 1}`);
    },
  };
})();

const loops: readonly Vendor[] = [
  pageVendor(
    { slug: 'loop-self', name: 'Loop Self', expect: 'unreadable', failures: ['too_many_redirects'] },
    (_request, response) => redirect(response, '/pricing'),
  ),
  vendorOf(
    { slug: 'loop-pair', name: 'Loop Pair', expect: 'unreadable', failures: ['too_many_redirects'] },
    (_request, response, { path }) => redirect(response, path === '/pricing' ? '/plans' : '/pricing'),
  ),
  vendorOf(
    { slug: 'loop-endless', name: 'Loop Endless', expect: 'unreadable', failures: ['too_many_redirects'] },
    (_request, response, { visits, path }) => redirect(response, `${path}/${visits}`),
  ),
  pageVendor({ slug: 'redirect-nowhere', name: 'Redirect Nowhere', expect: 'unreadable' }, (_request, response) => {
    response.writeHead(302, { 'content-length': 0 });
    response.end();
  }),
  vendorOf(
    { slug: 'redirect-404', name: 'Redirect 404', expect: 'unreadable', failures: ['bad_status'] },
    (_request, response, { path }) => (path === '/pricing' ? redirect(response, '/gone') : sendNotFound(response)),
  ),
];

/** Some of the spellings of private addresses that guard.test.ts knows. `PORT` stands for the trap, where a connection proves the hole. */
const INWARD: readonly (readonly [string, string])[] = [
  ['metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['localhost', 'http://localhost:PORT/pricing'],
  ['ipv6-mapped', 'http://[::ffff:127.0.0.1]:PORT/pricing'],
  ['decimal', 'http://2130706433:PORT/pricing'],
  ['userinfo', 'http://vendor.test@127.0.0.1:PORT/pricing'],
  ['scheme-relative', '//127.0.0.1:PORT/pricing'],
  ['file', 'file:///etc/passwd'],
  ['data', 'data:text/html,<h1>Pricing</h1><h3>Pro</h3><p>$666 per month</p>'],
];

const inward = INWARD.map(([spelling, target]) =>
  pageVendor(
    {
      slug: `inward-${spelling}`,
      name: `Inward ${spelling}`,
      expect: 'unreadable',
      failures: ['blocked_address', 'unreachable', 'bad_status'],
      decoys: ['666'],
    },
    (_request, response, { trapPort }) => redirect(response, target.replace('PORT', String(trapPort))),
  ),
);

/** Public at first, inward at the second hop: every hop must be looked at. */
const inwardLater = vendorOf(
  { slug: 'inward-later', name: 'Inward Later', expect: 'unreadable', failures: ['blocked_address'], decoys: ['666'] },
  (_request, response, { path, trapPort }) =>
    redirect(response, path === '/pricing' ? '/plans' : `http://127.0.0.1:${trapPort}/pricing`),
);

/** Not a redirect by status: by a meta element and by a script, which only a browser follows. */
const inwardByPage = (['meta', 'script'] as const).map((means) =>
  offerVendor({
    slug: `inward-by-${means}`,
    name: `Inward By ${means}`,
    expect: 'survives',
    decoys: ['666'],
    offer: offer('Inward', { tiers: [paid('Team', { monthly: '26' })] }),
    edit: (body, { trapPort }) => {
      const target = `http://127.0.0.1:${trapPort}/pricing`;
      const element =
        means === 'meta'
          ? `<meta http-equiv="refresh" content="0;url=${target}">`
          : `<script>location.href='${target}'</script>`;
      return body.replace('</head>', `${element}</head>`);
    },
  }),
);

export const REDIRECTS: readonly Vendor[] = [
  moved('moved-301', 'Moved 301', 301),
  moved('moved-302', 'Moved 302', 302),
  moved('moved-303', 'Moved 303', 303),
  moved('moved-307', 'Moved 307', 307),
  moved('moved-308', 'Moved 308', 308),
  // Keeps the scheme and names the host, as many real ones do.
  moved('moved-absolute', 'Moved Absolute', 301, (host) => `//${host}/plans`),
  fiveHops,
  ...loops,
  ...inward,
  inwardLater,
  ...inwardByPage,
];
