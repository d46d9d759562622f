/**
 * Prices that a person sees and that the text of the page does not state, or states as another number: what scrapers
 * are fooled with. Who can't tell abstains; the number that only the text has is a decoy.
 */
import { offer, paid } from '../offers.ts';
import { offerVendor } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

const SEEN = '129';

interface Disguise {
  /** In place of "$129". */
  price: string;
  /** Numbers that the text spells and nobody sees. */
  decoys: readonly string[];
  /** For the end of the head. */
  style?: string;
  /** What is seen in its place, where that is not "$129". */
  seen?: { amount: string; written: string };
}

const USUAL = { amount: SEEN, written: `$${SEEN}` };

/** One tier whose price is disguised beside one whose price is plain. */
function disguised(slug: string, { price, decoys, style = '', seen = USUAL }: Disguise): Vendor {
  return offerVendor({
    slug: `digits-${slug}`,
    name: `Digits ${slug}`,
    expect: 'survives',
    layout: 'div-cards',
    offer: offer('Disguised', { tiers: [paid('Solo', { monthly: '59' }), paid('Team', { monthly: seen.amount })] }),
    edit: (body) => body.replace(seen.written, () => price).replace('</head>', () => `<style>${style}</style></head>`),
    decoys,
  });
}

/** What a program that drops, or breaks at, the odd sign would read. */
const PIECES = ['1', '2', '9', '12', '19', '29'];

const signs: readonly Vendor[] = [
  disguised('zero-width', { price: '$1\u200b2\u200b9', decoys: PIECES }),
  disguised('joined', { price: '$1\u20602\u200d9', decoys: PIECES }),
  disguised('soft-hyphens', { price: '$1&shy;2&shy;9', decoys: PIECES }),
  disguised('combining', { price: '$1\u034f2\u034f9', decoys: PIECES }),
  disguised('entities', { price: '&#36;&#49;&#50;&#57;', decoys: PIECES }),
  disguised('word-breaks', { price: '$1<wbr>2<wbr>9', decoys: PIECES }),
  disguised('comments', { price: '$1<!-- 00 -->2<!-- 5 -->9', decoys: [...PIECES, '100259', '1259'] }),
  disguised('letter-l', { price: '$l29', decoys: PIECES }),
  disguised('letter-z', { price: '$1Z9', decoys: PIECES }),
  disguised('cyrillic', { price: '$1\u04379', decoys: PIECES }),
  disguised('letter-o', { price: '$12O', decoys: ['12', '120', '1', '2'] }),
  disguised('full-width', { price: '＄１２９', decoys: PIECES }),
  disguised('mathematical', { price: '$\u{1d7cf}\u{1d7d0}\u{1d7d7}', decoys: PIECES }),
  disguised('arabic-indic', { price: '$١٢٩', decoys: PIECES }),
  disguised('circled', { price: '$①②⑨', decoys: PIECES }),
  disguised('overridden', { price: '<bdo dir="rtl">921$</bdo>', decoys: ['921', ...PIECES] }),
  disguised('override-sign', { price: '\u202e921$\u202c', decoys: ['921', ...PIECES] }),
];

const HIDDEN_DIGIT = '<span style="display:none">7</span>';

const styles: readonly Vendor[] = [
  disguised('hidden-digit', { price: `$1${HIDDEN_DIGIT}29`, decoys: ['1729', ...PIECES] }),
  disguised('hidden-digit-by-class', {
    price: '$1<i class="q">7</i>29',
    style: '.q{display:none}',
    decoys: ['1729', ...PIECES],
  }),
  disguised('faint-digit', { price: '$1<i style="opacity:0;font-size:0">7</i>29', decoys: ['1729', ...PIECES] }),
  disguised('reversed-row', {
    price: '<span style="display:inline-flex;flex-direction:row-reverse"><b>9</b><b>2</b><b>1</b><b>$</b></span>',
    decoys: ['921', ...PIECES],
  }),
  disguised('ordered', {
    price:
      '<span style="display:inline-flex"><b style="order:4">9</b><b style="order:1">$</b><b style="order:3">2</b><b style="order:2">1</b></span>',
    decoys: ['921', ...PIECES],
  }),
  disguised('placed', {
    price:
      '<span style="position:relative;font-family:monospace">$<b style="position:absolute;left:3ch">9</b><b style="position:absolute;left:1ch">1</b><b style="position:absolute;left:2ch">2</b></span>',
    decoys: ['912', ...PIECES],
  }),
  disguised('floated', {
    price: '<span><b style="float:right">9</b>$1<b style="float:right">2</b></span>',
    decoys: ['912', '9', ...PIECES],
  }),
  disguised('first-by-css', { price: '<i class="q">29</i>', style: '.q::before{content:"$1"}', decoys: PIECES }),
  disguised('middle-by-css', {
    price: '$1<i class="q"></i>9',
    style: '.q::before{content:"2"}',
    decoys: PIECES,
  }),
  disguised('last-by-css', { price: '<i class="q">$12</i>', style: '.q::after{content:"9"}', decoys: PIECES }),
  disguised('cents-by-css', {
    price: '<i class="q">$129</i>',
    style: '.q::after{content:"900"}',
    seen: { amount: '129900', written: '$129,900' },
    decoys: [SEEN, ...PIECES],
  }),
  disguised('attribute-by-css', {
    price: '<i class="q" data-price="$129"></i>',
    style: '.q::before{content:attr(data-price)}',
    decoys: PIECES,
  }),
  disguised('counted', {
    price: '$<i class="q"></i>',
    style: '.q{counter-reset:price 129}.q::before{content:counter(price)}',
    decoys: PIECES,
  }),
  disguised('replaced-by-css', {
    price: '<i class="q">$31</i>',
    style: '.q{font-size:0}.q::after{content:"$129";font-size:30px}',
    decoys: ['31', ...PIECES],
  }),
  disguised('svg', {
    price: '<svg width="90" height="30" role="img"><text x="0" y="24">$129</text></svg>',
    decoys: PIECES,
  }),
  disguised('picture-in-page', {
    price: `<img alt="" width="90" height="30" src="data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><text y="20">$129</text></svg>').toString('base64')}">`,
    decoys: PIECES,
  }),
  disguised('field', { price: '<input readonly value="$129" size="5">', decoys: PIECES }),
  disguised('meter', { price: '<meter min="0" max="500" value="129">31</meter>', decoys: ['31', ...PIECES] }),
];

export const DIGITS: readonly Vendor[] = [...signs, ...styles];
