/**
 * Ways to put a tier on a page so that nobody sees it, under a name of its own: beside nothing that would contradict
 * it. Nobody is offered it, so nobody may be told that they are.
 */
import { layOut, layoutNamed } from './layouts.ts';
import type { Offer } from './offer.ts';

export interface WayToHide {
  name: string;
  /** Around the card of the bait. */
  hide(card: string): string;
  /** A stylesheet of the page. */
  css: string;
}

export const BAIT = { name: 'Basic', amount: '7' };

/** The page of an offer in cards, with its first card once more in front of them, of the bait's name and price. */
export function baited(offer: Offer, slug: string, { hide, css }: WayToHide): string {
  const { body } = layOut(offer, layoutNamed('list-cards'), slug);
  const [first] = offer.tiers;
  const list = body.indexOf('<ul class');
  const [card] = /<li class="[^"]*">\s*<h3[^>]*>[\s\S]*?<\/ul><\/li>/.exec(body) ?? [];
  if (first === undefined || list < 0 || card === undefined) throw new RangeError('Cannot find the first card');
  const bait = card.replace(`${first.name}<`, `${BAIT.name}<`).replace(/\$[\d.]+/g, () => `$${BAIT.amount}`);
  const page = `${body.slice(0, list)}${hide(`<ul>${bait}</ul>`)}${body.slice(list)}`;
  return page.replace('</head>', () => `<style>${css}</style></head>`);
}

const element = (name: string, hide: WayToHide['hide']): WayToHide => ({ name, hide, css: '' });
const styled = (name: string, style: string): WayToHide =>
  element(name, (card) => `<div style="${style}">${card}</div>`);
const ruled = (name: string, css: string): WayToHide => ({
  name,
  css,
  hide: (card) => `<div class="q9">${card}</div>`,
});
/** What is inherited reaches only what declares nothing else. */
const bare = (way: WayToHide): WayToHide => ({
  ...way,
  hide: (card) => way.hide(card.replace(/ class="[^"]*"/g, '')),
});

export const WAYS_TO_HIDE: readonly WayToHide[] = [
  styled('display', 'display: none'),
  styled('visibility', 'visibility: hidden'),
  styled('opacity', 'opacity:0'),
  styled('almost-opacity', 'opacity:.001'),
  bare(styled('tiny', 'font-size:0')),
  bare(styled('one-pixel', 'font-size:1px;line-height:1px')),
  styled('far-away', 'position:absolute;left:-9999px;top:0'),
  styled('far-up', 'position:fixed;top:-5000px'),
  styled('pushed', 'transform:translateX(-200vw)'),
  styled('shrunk', 'transform:scale(0)'),
  styled('indented', 'text-indent:-9999px;overflow:hidden;white-space:nowrap'),
  styled('clipped', 'position:absolute;clip:rect(0 0 0 0);width:1px;height:1px;overflow:hidden'),
  styled('clip-path', 'position:absolute;clip-path:inset(100%)'),
  styled('no-height', 'height:0;overflow:hidden'),
  styled('no-room', 'max-height:0;overflow:hidden'),
  bare(styled('transparent', 'color:transparent')),
  bare(styled('same-colour', 'color:#fff;background:#fff')),
  styled('content-visibility', 'content-visibility:hidden'),
  styled('filtered', 'filter:opacity(0)'),
  styled('written-otherwise', 'DISPLAY : n\\6f ne ! important'),
  ruled('rule-display', '.q9{display:none}'),
  ruled('rule-important', 'div.q9{display:none!important}'),
  ruled('rule-nested', 'main .q9, .other{visibility:hidden}'),
  ruled('rule-in-a-rule', 'main{color:#222;& .q9{display:none}}'),
  ruled('rule-descendants', '.q9 *{display:none}'),
  ruled('rule-far-away', '.q9{position:absolute;left:-9999px}'),
  ruled('rule-opacity', '.q9{opacity:0}'),
  ruled('rule-layer', '@layer base{.q9{display:none}}'),
  ruled('rule-media', '@media screen{.q9{display:none}}'),
  ruled('print-only', '.q9{display:none}@media print{.q9{display:block}}'),
  ruled('rule-attribute', '[class~="q9"]{display:none}'),
  ruled('rule-unclosed', '.q9{color:red;;{};dis\\70lay:none'),
  ruled('rule-outweighs', 'main .q9{display:none}.q9{display:block}'),
  element('attribute', (card) => `<div hidden>${card}</div>`),
  element('until-found', (card) => `<div hidden="until-found">${card}</div>`),
  element('class', (card) => `<div class="d-none">${card}</div>`),
  element('dialog', (card) => `<dialog>${card}</dialog>`),
  element('popover', (card) => `<div popover>${card}</div>`),
  element('datalist', (card) => `<datalist>${card}</datalist>`),
  element('object', (card) => `<object data="/none">${card}</object>`),
  element('video', (card) => `<video>${card}</video>`),
  element('frame', (card) => `<iframe src="/none">${card}</iframe>`),
  element('never-true', (card) => `<div x-show="false" style="display:none">${card}</div>`),
  element('panel-of-no-tab', (card) => `<div id="old" class="old" style="display:none">${card}</div>`),
  element('says-it-of-itself', (card) => `<div id="old" hidden><a href="#old">Prices</a>${card}</div>`),
];

/** What waits to be faded or folded in looks the same: they are known only on pages on which nothing can move. */
export const STILL = new Set(
  'opacity almost-opacity tiny one-pixel pushed shrunk clip-path no-height no-room transparent same-colour filtered rule-opacity'.split(
    ' ',
  ),
);
