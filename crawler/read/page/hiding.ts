/**
 * How declarations keep an element out of sight.
 *
 * `aside`: said for screen readers. `gone`: not drawn, or drawn far outside the page. `faint`: drawn as nothing, as what waits to be faded, slid or folded
 * in; out of sight only where nothing on the page can move.
 */
export type Declared = ReadonlyMap<string, string>;

export interface Hiding {
  way: 'aside' | 'gone' | 'faint';
  /** Another value of one of them may bring it into sight. */
  properties: readonly string[];
  /** Elements inside that declare one of the properties again are not hidden by it. */
  isInherited: boolean;
}

/** In pixels: no layout reaches so far out. */
const FAR = 2000;
/** Letters of so few pixels cannot be read. */
const TINY = 3;
const FAINT = 0.05;

type Test = (declared: Declared) => boolean;
type Rule = readonly [way: Hiding['way'], properties: string, isHidden: Test, isInherited?: true];

const RULES: readonly Rule[] = [
  ['aside', '-for-readers', (it) => it.get('-for-readers') === 'always'],
  ['gone', 'display', (it) => it.get('display') === 'none'],
  ['gone', 'content-visibility', (it) => it.get('content-visibility') === 'hidden'],
  ['gone', 'visibility', (it) => /^(?:hidden|collapse)$/.test(it.get('visibility') ?? ''), true],
  [
    'gone',
    'position left right top',
    (it) =>
      isLifted(it) &&
      (['left', 'right', 'top', 'margin-left', 'margin-top'].some((side) => pixels(it, side) <= -FAR) ||
        ['left', 'right'].some((side) => pixels(it, side) >= FAR)),
  ],
  ['gone', 'text-indent', (it) => pixels(it, 'text-indent') <= -FAR, true],
  ['gone', 'position clip clip-path width height overflow', (it) => isLifted(it) && NO_CLIP.test(it.get('clip') ?? '')],
  ['gone', 'width height overflow clip-path', (it) => isDot(it) && (isCut(it) || isClipped(it))],
  ['faint', 'opacity', (it) => number(it, 'opacity') < FAINT],
  ['faint', 'filter', (it) => /(?:^| )opacity\( ?0?(?:\.0\d*)?%? ?\)/.test(it.get('filter') ?? '')],
  ['faint', 'transform', (it) => MOVED_AWAY.test(it.get('transform') ?? '')],
  ['faint', 'clip-path', isClipped],
  [
    'faint',
    'height max-height width max-width overflow',
    (it) => isCut(it) && ['height', 'max-height', 'width', 'max-width'].some((side) => pixels(it, side) === 0),
  ],
  ['faint', 'font-size', (it) => pixels(it, 'font-size') < TINY, true],
  ['faint', 'color background background-color -webkit-text-fill-color', isPale, true],
  ['aside', '-for-readers', (it) => it.has('-for-readers')],
];

const HIDINGS = RULES.map(([way, properties, isHidden, isInherited = false]) => ({
  hiding: { way, properties: properties.split(' '), isInherited },
  isHidden,
}));

const NO_CLIP = /^rect\( ?[01](?:px)?(?:[ ,]+[01](?:px)?){3} ?\)$/;
const NO_ROOM = /^(?:inset\( ?(?:100|[5-9]\d)%|circle\( ?0)/;
const MOVED_AWAY = /(?:^| )(?:translate[xy]?\( ?-?(?:\d{4,9}(?:px)?|[1-9]\d{2}v[wh])|scale[xy]?\( ?0?(?:\.0\d*)?[ ,)])/;

const isLifted: Test = (it) => /^(?:absolute|fixed)$/.test(it.get('position') ?? '');
const isCut: Test = (it) => /^(?:hidden|clip)$/.test(it.get('overflow') ?? '');
const isDot: Test = (it) => pixels(it, 'width') <= 1 && pixels(it, 'height') <= 1;

function isClipped(it: Declared): boolean {
  return NO_ROOM.test(it.get('clip-path') ?? '');
}

/** The first way in which these declarations hide an element. */
export function hidingOf(declared: Declared): Hiding | undefined {
  return declared.size === 0 ? undefined : HIDINGS.find(({ isHidden }) => isHidden(declared))?.hiding;
}

const PIXELS: Record<string, number> = { '': 1, px: 1, em: 16, rem: 16, vw: 10, vh: 8, pt: 1.3, cm: 38, in: 96 };

/** About so many; NaN where the length is not written down. */
function pixels(it: Declared, property: string): number {
  const [, digits, unit = ''] =
    /^([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))([a-z]{0,3})$/.exec(it.get(property) ?? '') ?? [];
  return digits === undefined ? Number.NaN : Number(digits) * (PIXELS[unit] ?? Number.NaN);
}

function number(it: Declared, property: string): number {
  const value = it.get(property) ?? '';
  return /^[\d.]{1,9}%?$/.test(value) ? Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1) : Number.NaN;
}

const TRANSPARENT =
  /^(?:transparent|#[\da-f]{3}0|#[\da-f]{6}00|(?:rgb|hsl)a?\([^()/]{1,40}\/ ?0(?:\.0{1,4})?%? ?\)|(?:rgb|hsl)a\((?:[^(),]{1,10},){3} ?0(?:\.0{1,4})?%? ?\))$/;

/** Its colour is none, or that of its own background. A colour through which the background shows is drawn. */
function isPale(it: Declared): boolean {
  const clip = it.get('background-clip') ?? it.get('-webkit-background-clip');
  if (clip === 'text' || / text(?: |$)/.test(it.get('background') ?? '')) return false;
  const colour = it.get('-webkit-text-fill-color') ?? it.get('color');
  if (colour === undefined) return false;
  return TRANSPARENT.test(colour) || colour === (it.get('background-color') ?? it.get('background'));
}
