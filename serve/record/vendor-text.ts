/**
 * Words that a vendor's page put into the record, made fit to be served. They are data: bounded, on one line
 * where they are labels, without characters that reorder, hide or control; and escaped for the place they go to.
 *
 * Pure. HTML is escaped by `html` (web/html.ts), JSON by JSON.stringify.
 */

/**
 * Controls, unpaired surrogates, what no XML may have (XML 1.0 §2.2), and all that Unicode says is not to be seen
 * (zero-width and bidirectional formats, tags, variation selectors, fillers): none is ever part of a name or a price.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\uFFFE\uFFFF]/gu;

/** A name, a feature, a reason: one line, NFC, at most `most` characters. */
export function label(text: string, most = 120): string {
  const line = text
    .normalize('NFC')
    .replaceAll(/[\s\u2028\u2029]+/g, ' ')
    .replaceAll(UNSAFE, '')
    .trim();
  return line.length <= most ? line : `${cut(line, most - 1)}…`;
}

/** A quote keeps its line feeds and tabs, since those are the page's block and cell boundaries. */
export function quoted(text: string, most = 400): string {
  const clean = text
    .replaceAll(/[\u2028\u2029]/g, '\n')
    .replaceAll(UNSAFE, (unsafe) => (unsafe === '\n' || unsafe === '\t' ? unsafe : ''));
  return clean.length <= most ? clean : `${cut(clean, most - 1)}…`;
}

/** Cuts between characters, never between the halves of one. */
function cut(text: string, at: number): string {
  return text.slice(0, /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at - 1 : at);
}

/**
 * CommonMark: any ASCII punctuation may be escaped by a backslash; what can begin markup is, and what would make a link
 * of plain text in the dialects that look for addresses (GFM). Not for the start of a line.
 */
export function markdown(text: string, most?: number): string {
  return label(text, most).replaceAll(/[\\`*_[\]<>&|~#!{}@]|:(?=\/)|(?<=www)\./gi, '\\$&');
}

/** A URL as the destination of a Markdown link: nothing in it may close the link. */
export function markdownUrl(url: string): string {
  return url.replaceAll(
    /[()<>\s\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/**
 * A label as a code span (CommonMark §6.1): between backquotes nothing in it is markup, and it stands apart from what we
 * say ourselves. The fence is longer than any run of backquotes in it, as the specification asks.
 */
export function markdownCode(text: string, most?: number): string {
  const line = label(text, most);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  // A space on either side keeps its own backquotes from the fence, and is dropped by who reads the span.
  const room = longest > 0 || line === '' ? ' ' : '';
  return `${fence}${room}${line}${room}${fence}`;
}

/**
 * As a cell of a spreadsheet: what would be taken for a formula, behind any white space and in full-width signs too,
 * begins with an apostrophe, which spreadsheets read as "text" (OWASP, CSV injection).
 */
export function cell(text: string): string {
  return /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}
