/** Reports of mistakes by visitors: what they say, and the form that closes one. */
import { type OpenReport, openReports } from '../../../data/store/ledger-queries/mistake-reports.ts';
import { type Html, html } from '../../../web/html.ts';
import { field } from '../../http/form.ts';
import { ConsoleProblem } from '../../http/problem.ts';
import type { Installation } from '../../installation/installation.ts';
import { hiddenFields } from '../../view/form-parts.ts';
import { ago, counted, exact, sourceLink, vendorText } from '../../view/wording.ts';
import type { ConsoleAction } from '../page.ts';

const PATH = '/review/reports';
const SHOWN = 50;

export function reportsIn(installation: Installation): OpenReport[] {
  return installation.ledger(openReports) ?? [];
}

export function reportList(
  reports: readonly OpenReport[],
  { baseUrl, now }: { baseUrl: string; now: Date },
): Html | false {
  if (reports.length === 0) return false;
  const items = reports.slice(0, SHOWN).map(({ id, slug, words, evidence, recordedAt }) => {
    const quote = evidence === undefined ? '' : html` · <a href="${baseUrl}/evidence/${evidence}">quote</a>`;
    return html`<article class="card"><p>${sourceLink({ slug })} <span class="quiet" title="${exact(recordedAt)}">${ago(recordedAt, now)}</span>${quote}</p>
<blockquote>${vendorText(words, 1_000)}</blockquote>
<form method="post" action="${PATH}" class="row">${hiddenFields({ id })}<label class="wide">Reason <input name="reason" required maxlength="300" placeholder="What you found, stored in the activity log"></label><button class="plain">Close</button></form></article>`;
  });
  return html`<section aria-labelledby="reports"><h2 id="reports">${counted(reports.length, 'report')} by visitors</h2>
<p class="quiet">A report has its product checked, at most once an hour. Compare the last check with the report; correct prices on the product’s page.</p>
${items}</section>`;
}

export const closeReport: ConsoleAction = {
  path: PATH,
  async act(installation, form, { who }) {
    const id = field(form, 'id');
    const report = reportsIn(installation).find((each) => each.id === id);
    if (report === undefined) throw new ConsoleProblem(409, 'This report is closed already');
    const [slug, reason] = [report.slug, field(form, 'reason')];
    await installation.note({ action: 'report_closed', slug, by: who, reason, closes: id });
    return { seeOther: '/review' };
  },
};
