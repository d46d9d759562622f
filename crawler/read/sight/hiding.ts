/**
 * How an element is kept out of sight by what is declared of it, told apart by how sure that is.
 *
 * `away`: not drawn, or drawn where nobody looks. `still`: drawn as nothing, as what waits to be faded, slid or folded
 * in is: out of sight only where nothing on the page can move.
 */
import type { Declared } from './cascade.ts';

export interface Hiding {
  way: 'away' | 'still';
  /** Of them, another value would bring it into sight. */
  properties: readonly string[];
  /** Elements inside that declare one of these again are not hidden by it. */
  inherited: boolean;
}

type Test = (declared: Declared) => boolean;

const away = (...properties: string[]): Hiding => ({ way: 'away', properties, inherited: false });
const still = (...properties: string[]): Hiding => ({ way: 'still', properties, inherited: false });

/** The first that holds is told. */
const HIDINGS: readonly (readonly [Hiding, Test])[] = [
  [away('display'), (it) => it.get('display') === 'none'],
  [away('content-visibility'), (it) => it.get('content-visibility') === 'hidden'],
  [{ ...away('visibility'), inherited: true }, (it) => /^(?:hidden|collapse)$/.test(it.get('visibility') ?? '')],
  [
    away('position', 'left', 'right', 'top', 'inset'),
    (it) =>
      isLifted(it) &&
      (['left', 'right', 'top', 'margin-left', 'margin-top'].some((side) => pixels(it.get(side)) <= -FAR) ||
        ['left', 'right'].some((side) => pixels(it.get(side)) >= FAR)),
  ],
  [{ ...away('text-indent'), inherited: true }, (it) => pixels(it.get('text-indent')) <= -FAR],
  [
    away('position', 'clip', 'clip-path', 'width', 'height', 'overflow'),
    (it) =>
      (isLifted(it) && NO_CLIP.test(it.get('clip') ?? '')) || (isDot(it) && (isCut(it) || NO_ROOM.test(cutOf(it)))),
  ],
  [still('opacity'), (it) => share(it.get('opacity')) < FAINT],
  [still('filter'), (it) => /(?:^| )opacity\( ?0?(?:\.0\d*)?%? ?\)/.test(it.get('filter') ?? '')],
  [still('transform', 'translate', 'scale'), isPushed],
  [still('clip-path'), (it) => NO_ROOM.test(cutOf(it))],
  [
    still('height', 'max-height', 'width', 'max-width', 'overflow'),
    (it) => isCut(it) && ['height', 'max-height', 'width', 'max-width'].some((side) => pixels(it.get(side)) === 0),
  ],
  [{ ...still('font-size', 'font'), inherited: true }, (it) => pixels(it.get('font-size')) < TINY],
  [
    { ...still('color', 'background', 'background-color', '-webkit-text-fill-color'), inherited: true },
    (it) => isPale(it),
  ],
];

/** In pixels: no layout reaches so far out. */
const FAR = 2000;
const FAINT = 0.05;
/** Letters of that many pixels can't be told from dirt. */
const TINY = 3;

const NO_CLIP = /^rect\(\s?(?:0(?:px)?|1px)(?:[ ,]+(?:0(?:px)?|1px)){3}\s?\)$/;
const NO_ROOM = /^(?:inset\(\s?(?:100|[5-9]\d)%|circle\(\s?0)/;
const CUTS = new Set(['hidden', 'clip']);

const cutOf = (it: Declared) => it.get('clip-path') ?? '';
const isCut = (it: Declared) => CUTS.has(it.get('overflow') ?? '');
const isLifted = (it: Declared) => /^(?:absolute|fixed)$/.test(it.get('position') ?? '');
const isDot = (it: Declared) => pixels(it.get('width')) <= 1 && pixels(it.get('height')) <= 1;

export function hidingOf(declared: Declared): Hiding | undefined {
  if (declared.size === 0) return undefined;
  return HIDINGS.find(([, holds]) => holds(declared))?.[0];
}

/** Whether another value of one of its properties brings it into sight, or lets it move there. */
export function isUndoneBy({ properties }: Hiding, property: string, value: string, now: Declared): boolean {
  return properties.includes(property) && value !== now.get(property);
}

const UNITS: Record<string, number> = { '': 1, px: 1, em: 16, rem: 16, vw: 10, vh: 8, pt: 1.3, cm: 38, in: 96 };

/** About so many, of a length that is written down; NaN of any other. */
function pixels(value: string | undefined): number {
  const [, number, unit = ''] = /^([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))([a-z]{0,3})$/.exec(value ?? '') ?? [];
  return number === undefined ? Number.NaN : Number(number) * (UNITS[unit] ?? Number.NaN);
}

function share(value: string | undefined): number {
  const [, number, percent] = /^(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(%?)$/.exec(value ?? '') ?? [];
  return number === undefined ? Number.NaN : Number(number) / (percent === '%' ? 100 : 1);
}

function isPushed(it: Declared): boolean {
  const moves = /(?:^| )(translate[xy]?|scale[xy]?)\( ?([^ ,)]{1,20})/.exec(it.get('transform') ?? '');
  if (moves?.[1]?.startsWith('scale')) return share(moves[2]) < FAINT;
  if (moves !== null) return Math.abs(pixels(moves[2])) >= FAR / 2;
  return (
    share(it.get('scale')?.split(' ')[0]) < FAINT || Math.abs(pixels(it.get('translate')?.split(' ')[0])) >= FAR / 2
  );
}

const INVISIBLE =
  /^(?:transparent|#[\da-f]{3}0|#[\da-f]{6}00|(?:rgb|hsl)a?\([^()/]{1,40}\/ ?0(?:\.0{1,4})?%? ?\)|(?:rgb|hsl)a\((?:[^(),]{1,10},){3} ?0(?:\.0{1,4})?%? ?\))$/;

/** Its own colour is none, or that of its own ground. A colour that shows its ground through letters is drawn. */
function isPale(it: Declared): boolean {
  const clip = it.get('background-clip') ?? it.get('-webkit-background-clip');
  if (clip === 'text' || / text(?: |$)/.test(it.get('background') ?? '')) return false;
  const colour = it.get('-webkit-text-fill-color') ?? it.get('color');
  if (colour === undefined) return false;
  if (INVISIBLE.test(colour)) return true;
  const ground = it.get('background-color') ?? it.get('background');
  return ground !== undefined && plainColour(ground) === plainColour(colour);
}

const NAMES: Record<string, string> = { white: '#ffffff', black: '#000000' };

function plainColour(colour: string): string {
  if (/^#[\da-f]{3}$/.test(colour)) return colour.replace(/[\da-f]/g, '$&$&');
  return NAMES[colour] ?? colour;
}
