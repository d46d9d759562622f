/**
 * The frame of a card: the picture that other sites show beside a link to ours, 1200 by 630. It has presentation
 * attributes instead of a style sheet, which the policy of our pages would refuse.
 */
import { type Html, html } from '../../../web/html.ts';
import { CARD } from '../parts/card-address.ts';
import { MARK_SHAPE, MARK_TICK } from '../parts/mark.ts';

const LEFT = 80;
const WIDTH = CARD.width - 2 * LEFT;
/** As web/shared.css has them. */
const COLORS = { ground: '#fbfaf8', ink: '#1d1c1a', quiet: '#66625b', line: '#e2ded6', mark: '#8a5a00' };
/** Of a chart, in pixels from the top. */
const CHART = { top: 438, height: 120 };
/** Without a chart the words stand lower. */
const LOWERED = 70;

export interface Card {
  brand: string;
  /** Over the title on the right. */
  corner?: string;
  title: string;
  /** In bold: an amount, or what stands in its place. */
  figure?: string;
  /** Behind the figure, or alone. */
  terms?: string;
  note?: string;
  chart?: Chart;
}

interface Chart {
  caption: string;
  /** Horizontal positions in percent, vertical ones in pixels of `chartHeight`. */
  drawn: Html;
}

export const chartHeight = CHART.height;

/** All text is escaped and cut to fit. */
export function cardSvg({ brand, corner = '', title, figure = '', terms = '', note = '', chart }: Card): Html {
  const { ground, ink, quiet, line, mark } = COLORS;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" viewBox="0 0 ${CARD.width} ${CARD.height}" role="img" font-family="Inter, system-ui, sans-serif">
<title>${title}</title>
<rect width="100%" height="100%" fill="${ground}"/>
<rect width="100%" height="14" fill="${mark}"/>
<g transform="translate(${LEFT} 64) scale(2.4)" fill="none" stroke-width="2.2"><path fill="${mark}" d="${MARK_SHAPE}"/><path stroke="#fff" d="${MARK_TICK}"/></g>
${text(brand, { x: LEFT + 76, y: 107, fill: ink, weight: 700, room: { width: 330, most: 40, least: 20 } })}
${text(corner, { x: LEFT + WIDTH, y: 105, fill: quiet, anchor: 'end', room: { width: 620, most: 30, least: 24 } })}
<g transform="translate(0 ${chart === undefined ? LOWERED : 0})">
${text(title, { x: LEFT, y: 248, fill: ink, weight: 700, room: { width: WIDTH, most: 92, least: 44 } })}
${price({ figure, terms })}
${text(note, { x: LEFT, y: 402, fill: quiet, room: { width: WIDTH, most: 30, least: 22 } })}
</g>
${
  chart !== undefined &&
  html`<svg x="${LEFT}" y="${CHART.top}" width="${WIDTH}" height="${CHART.height}" overflow="visible">
<line x1="0" x2="100%" y1="${CHART.height}" y2="${CHART.height}" stroke="${line}" stroke-width="3"/>
<g fill="${mark}" stroke="${mark}" stroke-width="5">${chart.drawn}</g>
</svg>
${text(chart.caption, { x: LEFT, y: 598, fill: quiet, room: { width: WIDTH, most: 24, least: 20 } })}`
}
</svg>`;
}

/** One line, so that the terms begin where the figure ends. */
function price({ figure, terms }: { figure: string; terms: string }): Html {
  const first = fitted(figure, { width: WIDTH / 2, most: 72, least: 40 });
  const { words, size } = fitted(terms, { width: WIDTH - first.width, most: 40, least: 20 });
  const bold = figure !== '' && html`<tspan font-size="${first.size}" font-weight="700">${first.words}</tspan>`;
  const space = figure !== '' && words !== '' && ' ';
  return html`<text x="${LEFT}" y="340" font-size="${size}" fill="${COLORS.ink}">${bold}${space}${words}</text>`;
}

interface Placed {
  x: number;
  y: number;
  fill: string;
  weight?: number;
  anchor?: 'end';
  room: Parameters<typeof fitted>[1];
}

function text(given: string, { x, y, fill, weight, anchor, room }: Placed): Html | false {
  if (given === '') return false;
  const { words, size } = fitted(given, room);
  return html`<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${weight !== undefined && html` font-weight="${weight}"`}${anchor !== undefined && html` text-anchor="${anchor}"`}>${words}</text>`;
}

/** In ems of the bold face; the first class that has the character counts. */
const WIDTHS = [
  [/[ !'(),./:;I[\]`fijlrt|·]/, 0.45],
  [/[MWmw@%]/, 1.07],
  [/[a-z]/, 0.64],
  [/[A-Z0-9$€£_+=~#&?-]/, 0.79],
] as const;
const WIDEST = 1.1;
const ELLIPSIS = '…';

interface Room {
  width: number;
  /** Font sizes, in the unit of the width. */
  most: number;
  least: number;
}

interface Fitted {
  words: string;
  size: number;
  /** At most. */
  width: number;
}

/** Smaller where the text is long; cut where it is too long at the least size. */
export function fitted(text: string, { width, most, least }: Room): Fitted {
  const size = Math.max(least, Math.min(most, Math.floor(width / widthOf(text))));
  const characters = [...text];
  let words = text;
  while (characters.length > 0 && widthOf(words) * size > width) {
    characters.pop();
    words = `${characters.join('').trimEnd()}${ELLIPSIS}`;
  }
  return { words, size, width: widthOf(words) * size };
}

function widthOf(text: string): number {
  return [...text].reduce((sum, each) => sum + (WIDTHS.find(([of]) => of.test(each))?.[1] ?? WIDEST), 0);
}
