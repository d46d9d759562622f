/** The crawler's page for vendors, with the crawler's own settings. */
import * as z from 'zod';
import { BOT_NAME, POLITENESS, userAgent } from '../../config/politeness.ts';
import { html } from '../../web/html.ts';
import { fixedPage } from '../interface/page.ts';
import { layout } from './parts/layout.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const botPage = fixedPage({
  id: 'bot',
  path: '/bot',
  listed: true,
  params: z.object({}),
  render(site) {
    const { maxDecodedBytes, maxRedirects, robotsFreshMs, refusalBackoffDays, requestsToFind, totalTimeoutMs } =
      POLITENESS;
    return layout(site, {
      title: `About ${BOT_NAME}`,
      description: `${BOT_NAME} reads public pricing pages so that people can cite prices with their source and date.`,
      path: '/bot',
      scripts: ['copy'],
      main: html`
<h1>About ${BOT_NAME}</h1>
<p class="lead">${BOT_NAME} reads public pricing pages so that people and programs can cite prices with quote, page and date.</p>
<h2>Identification</h2>
<p>It identifies itself and never poses as a person’s browser:</p>
<pre class="cite">User-Agent: ${userAgent(`${site.baseUrl}/bot`)}</pre>
<h2>Behaviour</h2>
<ul>
<li>It reads the pricing pages in its catalogue and API descriptions that vendors publish, typically once a week. To find the pricing page of a new product, it reads at most ${requestsToFind} pages and sitemaps of a site. It follows no other links.</li>
<li>It obeys <code>robots.txt</code> (RFC 9309), including <code>Crawl-delay</code>, and fetches it again after at most ${robotsFreshMs / HOUR_MS} hours. While the server returns an error, the last copy applies; without a copy it does not visit.</li>
<li>It spaces requests to each host across all its workers and sends conditional requests, so that an unchanged page costs you a 304.</li>
<li><code>403</code> and <code>429</code> stop visits to the host. The next attempt follows after <code>Retry-After</code>, or after ${refusalBackoffDays[0]} day, then ${refusalBackoffDays.slice(1).join(', ')} days.</li>
<li>It accepts at most ${maxDecodedBytes / 1024 / 1024} MB, ${maxRedirects} redirects and ${totalTimeoutMs / 1000} seconds per page. It does not log in, fill in forms or solve challenges.</li>
</ul>
<h2>Opt out</h2>
<pre class="cite" data-copy>User-agent: ${BOT_NAME}
Disallow: /</pre>
<p>Add these lines to your <code>robots.txt</code>. Earlier readings stay in the history with their dates.</p>
`,
    });
  },
});
