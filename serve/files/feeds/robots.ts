/** Rules for crawlers (RFC 9309). */
import * as z from 'zod';
import { fixedPage } from '../../interface/page.ts';
import { FEEDS } from '../../interface/published-files.ts';

/** Crawlers that people cause by sharing a page. */
const PREVIEWS = ['facebookexternalhit', 'LinkedInBot', 'Slackbot-LinkExpanding', 'Twitterbot'];

export const robots = fixedPage({
  ...FEEDS.robots,
  params: z.object({}),
  render: ({ baseUrl }) => `# You may read and cite everything here: ${baseUrl}${FEEDS.llms.path}
# All products in one request: ${baseUrl}${FEEDS.fullText.path}
User-agent: *
Allow: /
# Redirects to vendors are counted, and there are countless comparisons.
Disallow: /go/
Disallow: /compare?

# Previews of shared links.
${PREVIEWS.map((name) => `User-agent: ${name}`).join('\n')}
Allow: /
Disallow: /go/

Sitemap: ${baseUrl}${FEEDS.sitemap.path}
`,
});
