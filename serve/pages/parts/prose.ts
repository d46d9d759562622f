/** Renders the Markdown of our own sentences. */
import { type Html, href, html } from '../../../web/html.ts';

const MARK =
  /`([^`]{1,300})`|\*\*([^*]{1,300})\*\*|\[([^\]]{1,300})\]\((https?:[^)\s]{1,300})\)|\\([\\`*_[\]<>&|~#!{}@])/g;

export function prose(text: string): Html {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    const [whole, code, bold, words, url, escaped] = match;
    parts.push(text.slice(end, match.index));
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (bold !== undefined) parts.push(html`<strong>${bold}</strong>`);
    else if (words !== undefined && url !== undefined) parts.push(html`<a href="${href(url)}">${words}</a>`);
    else parts.push(escaped ?? '');
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return html`${parts}`;
}
