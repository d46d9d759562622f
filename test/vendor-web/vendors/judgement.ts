/** Answers with status 200 (mostly) that are no pricing page of the product: what stands in its place. */
import { send } from '../answer.ts';
import { NO_TRUTH } from '../offer.ts';
import { pageVendor, type VendorFacts } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;

interface Stand {
  slug: string;
  body: string;
  status?: number;
  headers?: Record<string, string>;
  more?: Partial<VendorFacts>;
}

function standIn({ slug, body, status = 200, headers = {}, more = {} }: Stand): Vendor {
  return pageVendor({ slug, name: slug, expect: 'not_pricing', truth: () => NO_TRUTH, ...more }, (_request, response) =>
    send(response, body, { status, headers }),
  );
}

/** In the manner of the usual bot walls: nothing but a notice and a script. */
const CHALLENGE = page(
  'Just a moment...',
  `<div class="main-wrapper"><h1>vendor.test</h1><h2>Checking that you are human. This may take a few seconds.</h2>
<noscript>Enable JavaScript and cookies to continue</noscript><form id="challenge-form" action="/pricing?__cf_chl_f_tk=x" method="POST"></form></div>
<script>window._cf_chl_opt={cType:'managed',cRay:'0'};</script><div id="cf-footer">Ray ID: <code>8f2a11c0</code> Performance &amp; security by a gateway</div>`,
);
const CAPTCHA = page(
  'Access check',
  '<h1>Are you a robot?</h1><p>Please solve the puzzle to go on.</p><div class="g-recaptcha" data-sitekey="x"></div>',
);
const refused = { expect: 'refused', failures: ['refused'], verdicts: ['challenge'] } as const;

const NAV = '<nav><a href="/">Home</a> <a href="/pricing">Pricing</a> <a href="/login">Log in</a></nav>';

export const JUDGEMENT: readonly Vendor[] = [
  standIn({
    slug: 'challenge-403',
    body: CHALLENGE,
    status: 403,
    headers: { 'cf-mitigated': 'challenge' },
    more: refused,
  }),
  standIn({
    slug: 'challenge-503',
    body: CHALLENGE,
    status: 503,
    more: { ...refused, expect: 'refused', failures: ['refused', 'bad_status', 'unreachable'] },
  }),
  standIn({ slug: 'challenge-200', body: CHALLENGE, more: { verdicts: ['challenge'] } }),
  standIn({ slug: 'captcha-200', body: CAPTCHA, more: { verdicts: ['challenge'] } }),
  standIn({
    slug: 'consent-wall',
    body: page(
      'Before you continue',
      `<h1>Before you continue</h1><p>We and our 812 partners store cookies to measure what you read. Choose what you allow.</p>
<form><button>Accept all</button><button>Reject all</button><a href="/options">More options</a></form>`,
    ),
    more: { verdicts: ['consent'] },
  }),
  standIn({
    slug: 'login-wall',
    body: page(
      'Sign in',
      `<h1>Sign in to your account</h1><form action="/session" method="post"><label>Email <input name="email"></label>
<label>Password <input type="password" name="password"></label><button>Sign in</button></form><a href="/reset">Forgot your password?</a>`,
    ),
    more: { verdicts: ['login'] },
  }),
  standIn({
    slug: 'soft-404',
    body: page(
      'Page not found',
      `${NAV}<h1>404</h1><p>Sorry, the page you are looking for does not exist or has moved.</p>`,
    ),
    more: { verdicts: ['soft_404'] },
  }),
  standIn({
    // The error page advertises: its amount is not an answer to what was asked.
    slug: 'soft-404-promo',
    body: page(
      'Oops',
      `${NAV}<h1>Page not found</h1><p>We could not find that page. While you are here: our plans start at $19 per month.</p>`,
    ),
    more: { verdicts: ['soft_404', 'not_pricing'], decoys: ['19'] },
  }),
  standIn({
    slug: 'empty-shell',
    body: page('App', '<div id="root"></div><script>setTimeout(() => {}, 10)</script>'),
    more: { expect: 'unreadable', verdicts: ['empty_shell'] },
  }),
  standIn({
    slug: 'broken-script',
    body: page(
      'App',
      '<div id="app"><div class="spinner" aria-label="Loading"></div></div><script>throw new Error("chunk 7 failed")</script>',
    ),
    more: { expect: 'unreadable', verdicts: ['empty_shell'] },
  }),
  standIn({
    slug: 'never-settles',
    body: page(
      'App',
      '<div id="app"></div><script>setInterval(() => { document.getElementById("app").append(document.createElement("i")); fetch("?" + Math.random()); }, 20)</script>',
    ),
    more: { expect: 'unreadable', verdicts: ['empty_shell'] },
  }),
  standIn({
    slug: 'script-hangs',
    body: page('App', '<div id="app"></div><script>for (;;) {}</script>'),
    more: { expect: 'unreadable', verdicts: ['empty_shell'], failures: ['timeout', 'crashed'] },
  }),
  standIn({
    slug: 'maintenance',
    body: page('Back soon', '<h1>Down for maintenance</h1><p>We will be back at 14:00 UTC.</p>'),
  }),
  standIn({
    slug: 'parked',
    body: page('parked.example', '<h1>This domain is for sale</h1><p>Buy it now for $4,500 or make an offer.</p>'),
    more: { decoys: ['4500'] },
  }),
  standIn({
    slug: 'blog-post',
    body: page(
      'What we learned from changing our price',
      `${NAV}<article><h1>What we learned from changing our price</h1><p>By the editors, 3 March 2024</p>
<p>Two years ago we charged $15 per month. Then we tried $25, and lost a tenth of our sign-ups. A rival went from $40 to $60.</p>
<p>In the end the number mattered less than the page around it.</p></article>`,
    ),
    more: { decoys: ['15', '25', '40', '60'] },
  }),
  standIn({
    slug: 'changelog-page',
    body: page(
      'Changelog',
      `${NAV}<h1>Changelog</h1><h2>2.4.0</h2><ul><li>Invoices over $1,000 can be split</li><li>Fixed rounding of 0.5</li></ul>`,
    ),
    more: { decoys: ['1000'] },
  }),
];
