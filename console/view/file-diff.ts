/** Two texts of a file as the lines that differ, with those around them. Pure. */
import { structuredPatch } from 'diff';
import { type Html, html } from '../../web/html.ts';

const CONTEXT = 3;
const SIGNS = { '+': 'ins', '-': 'del' } as const;

export function fileDiff(before: string, after: string): Html {
  const { hunks } = structuredPatch('before', 'after', before, after, '', '', { context: CONTEXT });
  if (hunks.length === 0) return html`<p>No changes.</p>`;
  const lines = hunks.flatMap((hunk, at) => [...(at > 0 ? [' …'] : []), ...hunk.lines]);
  return html`<pre class="file-diff" tabindex="0">${lines.map((line) => {
    const sign = SIGNS[line.charAt(0) as keyof typeof SIGNS];
    if (sign === undefined) return html`${line}\n`;
    return sign === 'ins' ? html`<ins>${line}</ins>\n` : html`<del>${line}</del>\n`;
  })}</pre>`;
}
