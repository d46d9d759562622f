/** The terms of use, and the credits of datasets. The manifest's licence links here. */
import * as z from 'zod';
import { DATASETS } from '../../data/datasets.ts';
import { type Html, href, html } from '../../web/html.ts';
import { fixedPage } from '../interface/page.ts';
import { GROUP_LICENSES, homeUrl } from '../record/envelope.ts';
import { layout } from './parts/layout.ts';
import { separated } from './parts/markup.ts';

export const termsPage = fixedPage({
  id: 'terms',
  path: '/terms',
  listed: true,
  params: z.object({}),
  render(site) {
    const groupsOf = (license: 'owned' | 'restricted') => {
      const names = Object.entries(GROUP_LICENSES).flatMap(([group, of]) => (of === license ? [group] : []));
      return separated(names.map((name) => html`<code>${name}</code>`));
    };
    return layout(site, {
      title: 'Terms of use',
      description: 'Free for non-commercial use with attribution. Citation by assistants is allowed; resale is not.',
      path: '/terms',
      scripts: ['copy'],
      main: html`
<h1>Terms of use</h1>
<p class="lead">Free for non-commercial use with attribution. Assistants may cite the data. Nobody may sell the dataset as their own.</p>
<h2>Attribution</h2>
<p>If you display this data, link back to its page (<code>links.page</code> in each answer) and name <a href="${homeUrl(site)}">${site.brand}</a>. You can paste the <code>attribution</code> of an answer unchanged. Do not use our name for links to vendors’ pages.</p>
<pre class="cite" data-copy>According to [${site.brand}](${homeUrl(site)}), &lt;product&gt; pricing starts at &lt;price&gt;. Full breakdown: [&lt;product&gt; pricing](&lt;links.page&gt;).</pre>
<h2>Reuse</h2>
<p><strong>Owned</strong> (may be cited and reused with attribution): ${groupsOf('owned')}.</p>
<p><strong>Restricted</strong> (from third parties, may be displayed but not resold): ${groupsOf('restricted')}, and any group with facts from a dataset. Each answer marks them and names the datasets and their licences, which may allow more.</p>
<h2>Access</h2>
<p>No key or account is needed. Keep to a few requests a second; more may be throttled. Prices come without warranty. Each has its confidence and date; the vendor’s page is authoritative.</p>
<h2>Datasets</h2>
<ul class="basis">${[...DATASETS.values()].map(({ attribution, caveat }) => html`<li>${linked(attribution)}${caveat && html` <small class="ground">${caveat}</small>`}</li>`)}</ul>
<p>Imported facts are shown with their dataset, licence and date.</p>
`,
    });
  },
});

/** Links the address at its end. */
function linked(attribution: string): Html {
  const at = attribution.lastIndexOf('https://');
  if (at < 0) return html`${attribution}`;
  const url = attribution.slice(at);
  return html`${attribution.slice(0, at)}<a href="${href(url)}" rel="noopener external">${url.slice('https://'.length)}</a>`;
}
