/** The frame and marks of all charts; marks differ in shape as well as colour. */
import * as d3 from 'd3-shape';
import { type Html, html } from '../../../web/html.ts';
import { place, type Tick } from './axis.ts';

interface Picture {
  kind: string;
  height: number;
  title: string;
  description: string;
  drawn: Html;
  /** Has `point`s, which browser/chart.ts moves between. */
  hasPoints?: boolean;
}

export function picture({ kind, height, title, description, drawn, hasPoints = false }: Picture): Html {
  return html`<svg class="chart ${kind}" role="${hasPoints ? 'group' : 'img'}"${hasPoints && html` data-points`} width="100%" height="${height}">
<title>${title}</title><desc>${description}</desc>
${drawn}</svg>`;
}

const MARKS = {
  dot: path(d3.symbolCircle, 42),
  square: path(d3.symbolSquare, 44),
  triangle: path(d3.symbolTriangle, 44),
  cross: path(d3.symbolCross, 44),
  star: path(d3.symbolStar, 44),
  wye: path(d3.symbolWye, 44),
  diamond: path(d3.symbolDiamond2, 72),
  times: path(d3.symbolTimes, 30),
};
export type Mark = keyof typeof MARKS;

function path(type: d3.SymbolType, area: number): string {
  return (
    d3
      .symbol(type, area)()
      ?.replaceAll(/\d{1,6}\.\d{1,20}/g, (figure) => String(place(Number(figure)))) ?? ''
  );
}

/** A mark at a place: percent across, pixels down. */
export function mark(shape: Mark, { x, y, kind }: { x: number; y: number; kind: string }): Html {
  return html`<svg class="${kind}" x="${x}%" y="${place(y)}" overflow="visible"><path d="${MARKS[shape]}"/></svg>`;
}

interface Point {
  x: number;
  y: number;
  shape: Mark;
  /** The date, price and source. */
  words: string;
  /** The address of its evidence, or of the table beneath. */
  to: string;
  isStop: boolean;
}

/** A mark that takes the focus and leads to its evidence; only some are tab stops without script. */
export function point({ x, y, shape, words, to, isStop }: Point): Html {
  return html`<a class="point" href="${to}"${!isStop && html` tabindex="-1"`} aria-label="${words}">${mark(shape, { x, y, kind: 'mark' })}</a>`;
}

export function keyMark(shape: Mark, kind: string): Html {
  return html`<svg class="chart sign ${kind}" width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true"><path d="${MARKS[shape]}"/></svg>`;
}

export function keyLine(kind: string): Html {
  return html`<svg class="chart sign" width="26" height="12" aria-hidden="true"><g class="line"><line class="${kind}" x1="1" x2="25" y1="6" y2="6"/></g></svg>`;
}

interface Label {
  x: number;
  y: number;
  dx?: number;
  kind?: string;
  anchor?: 'start' | 'middle' | 'end';
}

export function text(words: string, { x, y, dx, kind, anchor = 'middle' }: Label): Html {
  return html`<text${kind !== undefined && html` class="${kind}"`} x="${x}%" y="${place(y)}"${dx !== undefined && html` dx="${dx}"`} text-anchor="${anchor}">${words}</text>`;
}

/** Aligns text to its position within `margin` percent of an edge. */
export function anchorAt(x: number, margin = 14): NonNullable<Label['anchor']> {
  if (x < margin) return 'start';
  return x > 100 - margin ? 'end' : 'middle';
}

export function logarithmic(foot: number): Html {
  return text('logarithmic scale', { x: 100, y: foot, anchor: 'end', kind: 'aside' });
}

export function amountGrid(ticks: readonly Tick[]): Html {
  return html`<g class="grid">${ticks.map(({ at, text: words }) => html`<line x1="0%" x2="100%" y1="${at}" y2="${at}"/>${text(words, { x: 0, y: at + 4, dx: -8, anchor: 'end' })}`)}</g>`;
}

/** @param isInside keeps the outermost labels within the width */
export function baseline(ticks: readonly Tick[], { y, isInside }: { y: number; isInside: boolean }): Html {
  return html`<g class="grid"><line x1="0%" x2="100%" y1="${y}" y2="${y}"/>${ticks.map(({ at, text: words }) => html`<line x1="${at}%" x2="${at}%" y1="${y}" y2="${y + 4}"/>${text(words, { x: at, y: y + 17, ...(isInside && { anchor: anchorAt(at) }) })}`)}</g>`;
}
