/** Pieces of markup that add up to pages as no one should write them, with prices in them. */
import * as fc from 'fast-check';

const NAMES =
  'a abbr address article aside b big blockquote body br button caption center code col colgroup custom-price dd del details dialog div dl dt em fieldset figure font footer form frameset h1 h2 h3 head header hr html i iframe image img input label legend li link main math menu meta nav nobr noscript object ol optgroup option p plaintext pre ruby rp rt s script section select small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead title tr tt u ul video xmp'.split(
    ' ',
  );
/** Those that prices stand in come more often than the rest. */
const COMMON =
  'a b button div dl dd dt form h2 h3 i li option p s select span strong sup table tbody td th tr ul'.split(' ');
const name = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...COMMON) }, fc.constantFrom(...NAMES));

const ATTRIBUTES = [
  '',
  '',
  '',
  ' class="price"',
  " title='$1 > $2'",
  ' data-price=9/',
  ' hidden',
  ' a=1 a=2',
  ' /',
  '/',
  ' title="&amp;&copy=1&lt',
  ' x=`y`',
  ' =z',
  ' "',
  '\nid\n=\n"x"',
  ' href="?a=1&b=2"',
];

const price = fc.integer({ min: 1, max: 99 }).map((amount) => `$${amount}`);

const WORDS = [
  ' ',
  '\n',
  '\r\n',
  '\u00a0',
  'a month',
  'Q&A',
  '&nbsp;',
  '&euro;9',
  '&#36;5',
  '&#x20ac;7',
  '&pound5',
  '&notit;',
  '&amp',
  '&#128;',
  '&',
  '&#',
  '&bogus;',
  '<',
  '< 5',
  '<3',
  '</',
  '</>',
  '</3>',
  '< /p>',
  '<!',
  '<!>',
  '<?xml version="1.0"?>',
  '<!doctype html>',
  '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN">',
  '<!-- $8 -->',
  '<!-->',
  '<!--->',
  '<!--',
  '-->',
  '--!>',
  '<![CDATA[$6]]>',
  '<![endif]>',
  '\0',
  '<script>"<p>$4</p>"</script>',
  '<script><!--<script></script>$3',
  '<style>p{}</style>',
  '<noscript><p>$2</p></noscript>',
  '<title>$1 plans</title>',
  '<textarea>$7</textarea>',
  '<svg><path d=""/><title>$1</title></svg>',
  '<svg><g>',
  '<svg><foreignObject><p>$2</p></foreignObject></svg>',
  '<select><option>USD<option selected>EUR</select>',
  '<table><tr><td>Pro<td>$9<tr><td>Max<td>$19</table>',
  '<table><thead><tr><th>Plan</th></tr></thead><tbody><tr><td>$5</td></tr></tbody></table>',
  '<ul><li>a<li>b<ul><li>c</ul></ul>',
  '<dl><dt>Pro<dd>$9<dt>Max<dd>$19</dl>',
  '<p>one<p>two',
  '<template><tr><td>$4</template>',
  '<br/>',
  '</br>',
  '</p>',
  '</body>',
  '</html>',
  '</head>',
  '<html lang=en>',
  '<head>',
  '<body class=x>',
];

export const piece: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(name, fc.constantFrom(...ATTRIBUTES)).map(([tag, rest]) => `<${tag}${rest}>`) },
  { weight: 4, arbitrary: name.map((tag) => `</${tag}>`) },
  { weight: 4, arbitrary: price },
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  // A whole element around a price, so that strict markup comes up as well.
  { weight: 4, arbitrary: fc.tuple(name, price).map(([tag, words]) => `<${tag}>${words}</${tag}>`) },
);
