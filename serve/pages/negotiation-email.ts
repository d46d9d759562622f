/** An e-mail to the vendor, made of the facts that a buyer can point to. No account, no script, nothing is sent. */
import * as z from 'zod';
import { costGuide } from '../operations/cost-guide.ts';
import { page } from '../page.ts';
import { integerParameter, slugParameter } from '../parameters.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';

export const negotiationEmailPage = page({
  id: 'negotiation-email',
  path: '/tools/{slug}/negotiation-email',
  params: z.object({ slug: slugParameter, seats: integerParameter(1, 1_000_000).optional() }),
  render(store, { slug, seats }, now) {
    const guide = costGuide.run(store, { slug }, now);
    return layout(store.site, {
      title: `E-mail to ask for a better price of ${guide.name}`,
      description: `A draft to send to the vendor of ${guide.name}.`,
      generation: store.generation.id,
      noIndex: true,
      main: html`
<p class="crumbs"><a href="/">All products</a> › <a href="/tools/${slug}/cost-guide">What ${guide.name} really costs</a></p>
<h1>E-mail to the vendor of ${guide.name}</h1>
<form class="search" action="/tools/${slug}/negotiation-email" method="get"><label>Seats<input type="number" name="seats" min="1" max="1000000" value="${seats ?? ''}"></label><button>Write it</button></form>
<pre class="cite">${emailText(guide, seats)}</pre>
<p class="quiet">Change what does not fit you. Nothing is sent or kept here.</p>
`,
    });
  },
});

/** Only what the guide states goes into it. */
export function emailText(
  { name, keyCosts, discountPrograms, negotiation }: z.output<typeof costGuide.response>,
  seats: number | undefined,
): string {
  const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
  const paragraph = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${heading}\n${bullets(lines)}`];
  return [
    `Subject: ${name}${seats === undefined ? '' : ` for ${seats} ${seats === 1 ? 'seat' : 'seats'}`}`,
    'Hello,',
    `we are looking at ${name}${seats === undefined ? '' : ` for ${seats} ${seats === 1 ? 'seat' : 'seats'}`} and would like an offer.`,
    ...paragraph(
      'Your published prices show us:',
      negotiation.fixed.map(({ text }) => text),
    ),
    ...paragraph(
      'Please say which of these apply to us:',
      discountPrograms.map((program) => `${program.name}: ${program.text}`),
    ),
    ...paragraph(
      'Please state in your offer what these cost us, or leave them out:',
      keyCosts.map(({ label, cost }) => `${label} (${cost})`),
    ),
    'Please also state the price of the renewal, and for how long it is fixed.',
    'Kind regards',
  ].join('\n\n');
}
