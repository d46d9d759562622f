import type { Site } from '../../config/site.ts';
import { citationRules, READING, USE, VENDORS_WORDS } from '../record/citation-text.ts';
import { markdown } from '../record/vendor-text.ts';

export function described(site: Site): string {
  const brand = markdown(site.brand);
  return `${brand} reads the prices that software vendors publish, keeps the words that each was read from, says how sure it is, and keeps every price that it saw.

## Use

${USE} \`license\` names the reuse of each group of fields: \`owned\` may be cited and reused with attribution, \`restricted\` holds facts of third parties and may only be shown, unless the licences in \`datasets\` allow more.

## Citing

${citationRules(site)
  .map((rule, index) => `${index + 1}. ${rule}`)
  .join('\n')}

## Reading answers

${READING.map((line) => `- ${line}`).join('\n')}
- Fields may be added at any time; none is renamed or given another type. Parameters that an operation does not know are ignored; given twice or nested they are an error.
- ${VENDORS_WORDS}

## HTTP

GET answers HEAD and OPTIONS too. Answers have strong entity tags and are coded as zstd, br or gzip where asked for. Lists in a query are one value with commas (\`style: form\`, \`explode: false\`); a generated client that repeats parameters instead has to be set so. Errors are \`application/problem+json\` (RFC 9457) with a \`code\`; their \`type\` leads to a page that explains it. A few requests a second are fine; for many products, use the batch operation or the feeds.

The examples are the answers of a server with a small invented catalogue.`;
}
