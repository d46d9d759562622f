/** Rules for crawlers (RFC 9309). */
import * as z from 'zod';
import { fixedPage } from '../../interface/page.ts';
import { FEEDS } from '../../interface/published-files.ts';

export const robots = fixedPage({
  ...FEEDS.robots,
  params: z.object({}),
  render: ({ baseUrl }) => `# Everything here may be read and cited: see ${baseUrl}${FEEDS.llms.path}
# For all products at once, take ${baseUrl}${FEEDS.fullText.path}, which is one request.
User-agent: *
Allow: /
# Redirects to vendors are counted, and comparisons are without end.
Disallow: /go/
Disallow: /compare?

Sitemap: ${baseUrl}${FEEDS.sitemap.path}
`,
});
