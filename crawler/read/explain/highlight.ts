/**
 * A page with its prices marked, for a person who wants to see with their own eyes: a legend of what was read, each
 * linked to the words it was read from, and the page's words around them.
 *
 * Safe to open although the page is hostile: it is made again (marked-page.ts), and forbids itself by policy to load
 * or run anything. Pure.
 */
import type { Element } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import type { PageFormat } from '../../../data/page.ts';
import type { PageReading } from '../../../data/reading.ts';
import { TooDeep } from '../../../data/text/html.ts';
import { htmlDocument } from '../page/html-document.ts';
import { label } from '../page/label.ts';
import { colourOf, element, Marker, markedHtml, markedText } from './marked-page.ts';
import { type Mark, type MarkGroup, marksOf } from './marks.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
/** Source shown on either side of a value that stands in a script or an attribute. */
const AROUND = 80;

export function highlight(
  source: string,
  reading: PageReading,
  { format, url }: { format: PageFormat; url: string },
): string {
  const groups = marksOf(reading);
  const marker = new Marker(groups.flatMap(({ marks }) => marks));
  const page = pageOf(source, format, marker);
  const head = element('head', {}, [
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'referrer', content: 'no-referrer' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('title', {}, [`What was read on ${label(url, 200)}`]),
    element('style', {}, [STYLE]),
  ]);
  const body = element('body', {}, [
    element('header', { class: 'reading' }, legend(source, reading, { url, groups, marker })),
    element('main', {}, [page]),
  ]);
  return `<!doctype html>\n${DomUtils.getOuterHTML(element('html', { lang: 'en' }, [head, body]), { encodeEntities: 'utf8' })}\n`;
}

function pageOf(source: string, format: PageFormat, marker: Marker): Element {
  if (format !== 'html') return markedText(source, marker);
  try {
    return markedHtml(htmlDocument(source), marker);
  } catch (error) {
    // Nobody read a price from it, so nothing is to be marked.
    if (error instanceof TooDeep) return element('p', {}, [`The page can't be shown: it is ${error.message}.`]);
    throw error;
  }
}

interface Found {
  url: string;
  groups: readonly MarkGroup[];
  marker: Marker;
}

function legend(source: string, { verdict, reason }: PageReading, { url, groups, marker }: Found): Element[] {
  const isRead = groups.length > 0;
  const items = groups.map((group, at) => groupItem(source, { group, at, marker }));
  return [
    element('h1', {}, ['What was read']),
    element('p', { class: 'from' }, [label(url, 400)]),
    element('p', {}, [
      element('span', { class: isRead ? 'verdict good' : 'verdict' }, [verdict.replaceAll('_', ' ')]),
      ` ${label(reason, 200)}`,
    ]),
    isRead
      ? element('ul', { class: 'groups' }, items)
      : element('p', { class: 'quiet' }, ['No price, free tier or rate was read.']),
  ];
}

function groupItem(source: string, { group, at, marker }: { group: MarkGroup; at: number; marker: Marker }): Element {
  const marks =
    group.marks.length > 0
      ? group.marks.map((mark) => markItem(source, mark, marker.anchorOf(mark)))
      : [element('li', { class: 'quiet' }, ['no price'])];
  return element('li', { class: colourOf(at) }, [element('h2', {}, [group.name]), element('ul', {}, marks)]);
}

function markItem(source: string, { says, foundBy, evidence }: Mark, anchor: string | undefined): Element {
  const said = element('span', { class: 'says' }, [
    says,
    element('span', { class: 'quiet' }, [foundBy.length === 0 ? '' : ` · ${foundBy.join(', ')}`]),
  ]);
  if (anchor !== undefined)
    return element('li', {}, [said, element('a', { href: `#${anchor}` }, [`“${label(evidence.quote, 400)}”`])]);
  const { scope, textStart, textEnd } = evidence;
  if (scope === 'text') return element('li', {}, [said, element('q', {}, [label(evidence.quote, 400)])]);
  const line = source.slice(0, textStart).split('\n').length;
  return element('li', {}, [
    said,
    element('span', { class: 'quiet' }, [`in the source, line ${line}`]),
    element('code', {}, [
      `…${source.slice(Math.max(0, textStart - AROUND), textStart)}`,
      element('mark', {}, [source.slice(textStart, textEnd)]),
      `${source.slice(textEnd, textEnd + AROUND)}…`,
    ]),
  ]);
}

const HUES = [48, 150, 205, 275, 15, 330, 100, 235];
const STYLE = `
:root { color-scheme: light dark; --ground: #f6f5f2; --card: #fff; --ink: #1d1c1a; --quiet: #66625b; --line: #e2ded6; --light: 82%; --deep: 30% }
@media (prefers-color-scheme: dark) {
  :root { --ground: #141311; --card: #1f1e1b; --ink: #ebe8e2; --quiet: #a8a298; --line: #36332e; --light: 24%; --deep: 78% }
}
${HUES.map((hue, at) => `.colour-${at} { --hue: ${hue} }`).join('\n')}
* { box-sizing: border-box }
html { scroll-behavior: smooth; scroll-padding-top: 30vh }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
.reading { padding: 20px 24px; border-bottom: 1px solid var(--line); background: var(--card) }
.reading h1 { margin: 0; font-size: 1.15rem }
.reading p { margin: 4px 0 }
.from, .quiet { color: var(--quiet); font-size: .875rem }
.verdict { padding: 1px 8px; border-radius: 99px; background: #fbeed6; color: #6b4000; font-size: .8rem; font-weight: 600 }
.verdict.good { background: #d9f0e0; color: #14552e }
.groups { display: grid; gap: 14px; margin: 14px 0 0; padding: 0; list-style: none }
.groups h2 { margin: 0; font-size: .95rem }
.groups > li { padding-left: 12px; border-left: 5px solid hsl(var(--hue) 75% 55%) }
.groups ul { margin: 0; padding: 0; list-style: none; font-size: .875rem }
.groups ul li { margin-top: 4px }
.says { display: block }
.reading a { display: block; color: hsl(var(--hue) 60% var(--deep)); text-decoration: none }
.reading a:hover, .reading a:focus-visible { text-decoration: underline }
.reading code { display: block; margin-top: 2px; padding: 4px 8px; border-radius: 6px; background: var(--ground); font-size: .8rem; white-space: pre-wrap }
main { min-width: 0; padding: 24px }
.page, main > pre { max-width: 960px; margin: 0 auto; padding: 24px 32px; border: 1px solid var(--line); border-radius: 10px; background: var(--card) }
main > pre { white-space: pre-wrap; font: .875rem/1.6 ui-monospace, monospace }
.page h1, .page h2, .page h3 { line-height: 1.25 }
.page table { border-collapse: collapse }
.page td, .page th { padding: 4px 10px; border: 1px solid var(--line); text-align: start; vertical-align: top }
.page .button { display: inline-block; padding: 1px 10px; border: 1px solid var(--line); border-radius: 6px }
.unseen { opacity: .75; outline: 1px dashed var(--line); outline-offset: 2px }
mark { padding: 1px 2px; border-radius: 3px; background: hsl(var(--hue, 48) 85% var(--light)); color: inherit; box-decoration-break: clone; -webkit-box-decoration-break: clone }
mark strong { border-bottom: 2px solid hsl(var(--hue, 48) 75% 45%) }
mark:target { outline: 3px solid hsl(var(--hue, 48) 80% 50%); outline-offset: 2px }
@media (min-width: 1000px) {
  body { display: grid; grid-template-columns: minmax(300px, 26rem) minmax(0, 1fr) }
  .reading { position: sticky; top: 0; height: 100vh; overflow: auto; border: 0; border-right: 1px solid var(--line) }
}
@media print { .reading { position: static; height: auto } }
`;
