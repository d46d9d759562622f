/**
 * Cards in the middle of all the other amounts that a marketing page carries: testimonials, competitors, credits,
 * guarantees, years and telephone numbers. None of these is a price of the product.
 */
import { escapeHtml } from '../html.ts';
import { htmlLayout, priceBlock, restOfCard } from '../layout.ts';

/** Amounts that the noise states, and that no reader may report. */
export const NOISE_AMOUNTS: readonly string[] = ['40000', '99', '249', '100', '2500', '1.2', '500', '75'];

const BEFORE = `<div role="banner">New customers get $100 in free credits. Offer ends soon.</div>
<p>Trusted by 12,000 teams in 60 countries since 2014. Rated 4.8 / 5 by 1,900 reviewers.</p>`;

const AFTER = `<section><h2>What our customers say</h2>
<blockquote>It saved us $40,000 in the first year, and the set-up took 2 hours.<cite>Head of Operations, a company of 350</cite></blockquote>
<blockquote>We used to burn $2,500 a month on three other tools.<cite>Founder</cite></blockquote></section>
<section><h2>How we compare</h2><p>Others charge $99 per user for the same. Their business edition is $249/month.</p></section>
<section><h2>Questions</h2>
<h3>Can I get my money back?</h3><p>Yes. Within 30 days we refund every payment, up to $500, no questions asked.</p>
<h3>What does it bring?</h3><p>Customers who talked to us recovered $75 for every hour of work. Our community raised $1.2M for charity.</p>
<h3>Can I call you?</h3><p>Of course: +1 (555) 010-0199, Monday to Friday, 9 to 17.</p></section>`;

export const noisyCards = htmlLayout('noisy-cards', (pen) => {
  const { offer, sheet } = pen;
  const cards = offer.tiers.map(
    (
      tier,
      at,
    ) => `<div class="${sheet.of('card')}">${at === 1 ? `<span class="${sheet.of('badge')}">Most popular</span>` : ''}
<h3 class="${sheet.of('name')}">${escapeHtml(tier.name)}</h3>
${priceBlock(tier, pen)}
${restOfCard(tier, pen)}</div>`,
  );
  return `${BEFORE}
<div class="${sheet.of('grid')}">${cards.join('\n')}</div>
${AFTER}
<p class="${sheet.of('note')}">Copyright 2014-2026. Registered in 2014 under number 0992417.</p>`;
});
