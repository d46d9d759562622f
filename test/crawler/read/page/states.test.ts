/** What a page hides as it stands and shows in another state is read, as the trade builds such pages. */
import { expect, test } from 'vitest';
import { card, lines, read } from '../pages.ts';

const SHOWN = `<div class="grid">${card('Pro', '$29 per month')}${card('Max', '$59 per month')}</div>`;
const OTHER = `<div class="grid">${card('Team', '$90 per month')}${card('Fleet', '$190 per month')}</div>`;
const ALL = ['Fleet: 190.00 USD monthly/month', 'Max: 59.00 USD monthly/month'].concat(
  'Pro: 29.00 USD monthly/month',
  'Team: 90.00 USD monthly/month',
);
/** So that neither group is most of the page. */
const WORDS = `<section>${'<p>Every plan comes with all that a small office needs to send its letters in time.</p>'.repeat(8)}</section>`;

const page = (body: string, css = '') =>
  `<!doctype html><html><head><title>Pricing</title><style>${css}</style></head><body><main><h1>Pricing</h1>${body}</main>${WORDS}</body></html>`;
/** One group in sight and one that is not, which are in nothing alike but in what they hold. */
const two = (attributes: string, before = '', css = '', tag = 'section') =>
  page(`${before}<div>${SHOWN}</div><${tag} ${attributes}>${OTHER}</${tag}>`, css);
const script = (code: string) => `<script>${code}</script>`;

const STATES: Record<string, string> = {
  'a tab and its panel': two('role="tabpanel" id="b" hidden', '<button role="tab" aria-controls="b">Business</button>'),
  'a panel named after its tab': two(
    'role="tabpanel" aria-labelledby="t" style="display:none"',
    '<a role="tab" id="t">Business</a>',
  ),
  'Bootstrap, new': two('id="b" class="d-none"', '<button data-bs-target="#b">Business</button>'),
  'Bootstrap, old': two('id="b" style="display:none"', '<a data-toggle="tab" href="#b">Business</a>'),
  'tabs by a class of data': two('class="for-business" hidden', '<li data-target=".for-business">Business</li>'),
  'tabs by equal data': two('data-plan="business" style="display:none"', '<li data-plan="business">Business</li>'),
  Alpine: two(`x-show="tab === 'business'" style="display: none"`),
  'Alpine, cloaked': two('x-show="business" x-cloak', '', '[x-cloak]{display:none!important}'),
  Vue: two('v-show="business" style="display:none"'),
  'bound classes': two(`:class="{ hidden: !business }" class="hidden"`),
  AngularJS: two('ng-show="business" class="ng-hide"', '', '.ng-hide{display:none!important}'),
  Angular: two('[hidden]="!business" hidden'),
  Webflow: two(
    'data-w-tab="Tab 2" class="w-tab-pane"',
    '<a data-w-tab="Tab 2">Business</a>',
    '.w-tab-pane{display:none}',
  ),
  'headless components': two('data-state="inactive" hidden=""'),
  details: page(`${SHOWN}<details><summary>Business</summary>${OTHER}</details>`),
  'a popover': two('popover id="b"', '<button popovertarget="b">Business</button>'),
  'a dialog': two('id="b"', '<button commandfor="b" command="show-modal">Business</button>', '', 'dialog'),
  'a dialog of a script': two('', script("document.querySelector('dialog').showModal()"), '', 'dialog'),
  'a script that names an id': two('id="b2b" hidden', script("document.getElementById('b2b').hidden = false")),
  'a script that names a class': two('class="b2b" style="display:none"', script("$('.b2b').toggle()")),
  'a handler': two('id="b2b" hidden', `<button onclick="show('b2b')">Business</button>`),
  'a class that makes it active': two('class="panel"', '', '.panel{display:none}.panel.active{display:block}'),
  'a class in a rule of a rule': two('class="panel"', '', '.panel{display:none;&.active{display:block}}'),
  'a class of the body': two('class="b2b"', '', '.b2b{display:none}body.business .b2b{display:block}'),
  'radio buttons': page(
    `<input type="radio" name="r" id="one" checked><input type="radio" name="r" id="two"><div class="for-one">${SHOWN}</div><section class="for-two">${OTHER}</section>`,
    '.for-two{display:none}#two:checked ~ .for-two{display:block}#two:checked ~ .for-one{display:none}',
  ),
  'a target': two('id="b" class="b"', '', '.b{display:none}.b:target{display:block}'),
  'a condition of Tailwind': two('class="hidden peer-checked:block"'),
  'wide screens': two('class="hidden md:block"'),
  'wide screens by a rule': two(
    'class="wide"',
    '',
    '.wide{display:none}@media (min-width:700px){.wide{display:block}}',
  ),
  'all but narrow screens': two('class="wide"', '', '@media (max-width:700px){.wide{display:none}}'),
  'all but paper': two('class="b"', '', '@media print{.b{display:none}}'),
  'what a later rule undoes': two('class="a b"', '', '.a{display:none}.b{display:block}'),
  'an attribute that a rule undoes': two('class="b" hidden', '', '.b{display:grid}'),
  'what is made visible inside': page(
    `${SHOWN}<section style="visibility:hidden"><div style="visibility:visible">${OTHER}</div></section>`,
  ),
  'states of a script elsewhere': page(
    `<div class="plans one">${SHOWN}</div><div class="plans two" style="display:none">${OTHER}</div><script src="/a.js"></script>`,
  ),
  'what fades in': two('style="opacity:0;transform:translateY(24px)"', script('animate()')),
  'what fades in by a stylesheet elsewhere': two('style="opacity:0"', '<link rel="stylesheet" href="/a.css">'),
  'what fades in by a rule': two(
    'class="fade"',
    '',
    '@keyframes in{from{opacity:0}to{opacity:1}}.fade{opacity:0;animation:in 1s forwards}',
  ),
  'what is uncovered': two('style="clip-path:inset(0 100% 0 0)"', script('animate()')),
  'an accordion': two(
    'class="body"',
    '<button class="head">Business</button>',
    '.body{max-height:0;overflow:hidden}.open .body{max-height:900px}',
  ),
  'a slide of a carousel': two('style="position:relative;left:-2400px;opacity:0"', script('slide()')),
  'letters that show their ground': two(
    'class="shine"',
    '',
    '.shine{background:linear-gradient(90deg,#e0f,#0ef);-webkit-background-clip:text;color:transparent}',
  ),
  'a row without gaps': page(
    `${SHOWN}<section style="font-size:0">${OTHER.replaceAll('<p>', '<p style="font-size:16px">').replaceAll('<h3>', '<h3 style="font-size:20px">')}</section>`,
  ),
  'what React streams': two('hidden id="S:0"', '', '', 'div'),
};

test.each(Object.entries(STATES))('%s', (_, source) => {
  expect(lines(read(source).tiers).sort()).toEqual(ALL);
});
