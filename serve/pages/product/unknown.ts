/** A product of which no price is known: what was tried, where the vendor is, and who else states a price. */

import { type Html, html } from '../../../web/html.ts';
import { day } from '../parts/wording.ts';
import { answer } from './answer.ts';
import { citation } from './citation.ts';
import { others } from './others.ts';
import type { Shown } from './shown.ts';
import { watch } from './watch.ts';

export function unknownProduct(shown: Shown): Html {
  const { name, verification } = shown.record;
  const { checkedAt, outcome } = verification;
  return html`<h1>${name} pricing</h1>
${answer(shown)}
<p>${checkedAt === undefined ? 'Its pages have not been read yet.' : html`Its pages were last read on ${day(checkedAt)}${outcome !== undefined && ` (${outcome})`}.`}</p>
${others(shown)}
${watch(shown)}
${citation(shown)}`;
}
