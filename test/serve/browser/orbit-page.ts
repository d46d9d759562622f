/** Two captures of Orbit's pricing page, and the evidence cut from them. */
import { pageCopy } from '../../../data/text/page-copy.ts';
import { daysAfterNoon, evidence, sha256Of } from '../../builders.ts';

const FEATURES = Array.from(
  { length: 30 },
  (_, at) => `<tr><td>Feature ${at + 1} &amp; its options</td><td>Yes</td><td></td></tr>`,
);

function pageOf(monthly: string): string {
  return `<h1>Plans for teams</h1><p>${'A sentence about work. '.repeat(20)}</p>
<h2>Hobby</h2><p>Free</p><p>For up to 3 members, for ever</p><ul><li>Unlimited boards<li>Guests</ul>
<h2>Teams &amp; friends</h2><p>${monthly} per member / month, billed monthly</p><p>$11 per member / month, billed annually</p>
<h2>Scale</h2><p>$1,250.50 a month for up to 50 members</p><h2>Enterprise</h2><p>Talk to us</p>
<table><tr><th>Feature</th><th>Teams</th><th>Scale</th></tr>${FEATURES.join('')}
<tr><td>SAML single sign-on: Scale and above</td><td></td><td>Yes</td></tr></table><p>A-word-as-long-as-${'some-vendors-write-them-'.repeat(6)}</p>`;
}

const TODAY = pageOf('$14');
const BEFORE_TODAY = pageOf('$12');
export const ORBIT_PAGES: readonly string[] = [TODAY, BEFORE_TODAY];

export const PAGE = {
  url: 'https://www.orbit.example/pricing/teams-and-enterprise?ref=a-long-address-that-narrow-screens-have-to-break',
  pageSha256: sha256Of(TODAY),
};

function words(quote: string, html = TODAY) {
  const textStart = pageCopy(html, 'html').text.indexOf(quote);
  if (textStart < 0) throw new RangeError(`Cannot find "${quote}" on the page`);
  return evidence({ ...PAGE, pageSha256: sha256Of(html), quote, textStart, textEnd: textStart + quote.length });
}

export const PROOFS = {
  free: words('Free\nFor up to 3 members, for ever'),
  monthly: words('$14 per member / month, billed monthly'),
  annual: words('$11 per member / month, billed annually'),
  scale: words('$1,250.50 a month for up to 50 members'),
  sales: words('Talk to us'),
  saml: words('SAML single sign-on: Scale and above'),
};

/** Of the capture before. */
export const BEFORE = {
  ...words('$12 per member / month, billed monthly', BEFORE_TODAY),
  capturedAt: daysAfterNoon(-200),
};
