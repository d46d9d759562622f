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
    const { maxDecodedBytes, maxRedirects, robotsFreshMs, refusalBackoffDays, totalTimeoutMs } = POLITENESS;
    return layout(site, {
      title: `About ${BOT_NAME}`,
      description: `${BOT_NAME} reads public pricing pages so that people can cite prices with their source and date.`,
      path: '/bot',
      scripts: ['copy'],
      main: html`
<h1>About ${BOT_NAME}</h1>
<p class="lead">${BOT_NAME} reads public pricing pages, so that people and programs can cite a price together with the words, the page and the date that it comes from.</p>
<h2>How to know it</h2>
<p>It says who it is and never pretends to be a browser that somebody is sitting at:</p>
<pre class="cite">User-Agent: ${userAgent(`${site.baseUrl}/bot`)}</pre>
<h2>How it behaves</h2>
<ul>
<li>It reads the pricing pages that its catalogue lists, and the descriptions of APIs that vendors publish, typically once a week, and follows no other links.</li>
<li>It obeys <code>robots.txt</code> (RFC 9309), including <code>Crawl-delay</code>, and looks at it again after at most ${robotsFreshMs / HOUR_MS} hours. While a server answers it with an error, the last copy holds, and without one it stays away.</li>
<li>It spaces its requests to a host among all its workers, and asks conditionally, so that a page that has not changed costs you a 304.</li>
<li><code>403</code> and <code>429</code> are taken as a no: the next attempt comes after <code>Retry-After</code>, or else after ${refusalBackoffDays[0]} day, then ${refusalBackoffDays.slice(1).join(', ')} days.</li>
<li>It takes at most ${maxDecodedBytes / 1024 / 1024} MB, ${maxRedirects} redirects and ${totalTimeoutMs / 1000} seconds for a page, logs in nowhere, fills in no forms and solves no challenges.</li>
</ul>
<h2>How to keep it out</h2>
<pre class="cite" data-copy>User-agent: ${BOT_NAME}
Disallow: /</pre>
<p>in your <code>robots.txt</code> is enough. What it read before stays in the history, with its date.</p>
`,
    });
  },
});
