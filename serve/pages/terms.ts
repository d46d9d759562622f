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
<p class="lead">Free for non-commercial use, with attribution. Citation by an assistant is allowed. Selling the dataset as one’s own is not.</p>
<h2>Attribution</h2>
<p>Who shows the data links back to the page that it is about, which each answer has as <code>links.page</code>, and names <a href="${homeUrl(site)}">${site.brand}</a>. Each answer’s <code>attribution</code> is ready to be pasted. The link to a vendor’s page never goes by our name.</p>
<pre class="cite" data-copy>According to [${site.brand}](${homeUrl(site)}), &lt;product&gt; pricing starts at &lt;price&gt;. Full breakdown: [&lt;product&gt; pricing](&lt;links.page&gt;).</pre>
<h2>What may be reused</h2>
<p><strong>Owned</strong>, to be cited and reused with attribution: ${groupsOf('owned')}.</p>
<p><strong>Restricted</strong>, from third parties, to be shown and not resold: ${groupsOf('restricted')}, and any group that holds facts of a dataset. Each answer says which, and names the datasets and their licences, which may allow more.</p>
<h2>Access</h2>
<p>There is no key and no account. A few requests a second are fine; what is more may be told to wait. No promise is made that a price is right: each says how sure it is and since when, and the vendor’s own page is what counts.</p>
<h2>Datasets that parts of it come from</h2>
<ul class="basis">${[...DATASETS.values()].map(({ attribution, caveat }) => html`<li>${linked(attribution)}${caveat && html` <small class="ground">${caveat}</small>`}</li>`)}</ul>
<p>What was imported names its dataset, licence and date wherever it is shown.</p>
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
