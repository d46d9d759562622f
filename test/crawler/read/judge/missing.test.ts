/** The site answered with something else, or with a page that is still to be drawn. */
import { describe } from 'vitest';
import { card, cards } from '../pages.ts';
import { type Case, framed, html, judged, PRICED, TEASER } from './pages.ts';

const ROOT = 'https://northwind.example';

const MISSING: Case[] = [
  { name: 'the number', source: html('404', '<h1>404</h1><p>Plans from $5 / month</p>'), reason: '404' },
  {
    name: 'in a frame',
    source: framed('Page not found | Northwind', '<h1>Page not found</h1><p>It may have moved.</p>'),
    reason: 'not found',
  },
  {
    name: 'in a frame, with prices of other things',
    source: framed('Northwind', `<h1>Oops! We can't find that page</h1>${TEASER}`),
    reason: "can't find",
  },
  { name: 'the title alone', source: framed('404 Not Found', `<h1>Northwind</h1>${TEASER}`), reason: '404' },
  {
    name: 'no heading at all',
    source: html('Northwind', '<div class="error-title">This page could not be found.</div>'),
    reason: 'could not be found',
  },
  {
    name: 'the page you are looking for',
    source: framed('Northwind', "<h2>The page you're looking for doesn't exist</h2>"),
    reason: "doesn't exist",
  },
  { name: 'gone', source: framed('Northwind', '<h1>This page no longer exists</h1>'), reason: 'no longer exists' },
  {
    name: 'lost',
    source: framed('Northwind', "<h1>Looks like you're lost</h1><p>Try our home page.</p>"),
    reason: 'lost',
  },
  {
    name: 'German',
    source: framed('Seite nicht gefunden', '<h1>Die gesuchte Seite wurde nicht gefunden</h1>'),
    reason: 'seite',
  },
  { name: 'French', source: framed('Northwind', '<h1>Cette page est introuvable</h1>'), reason: 'introuvable' },
  { name: 'Spanish', source: framed('Northwind', '<h1>Página no encontrada</h1>'), reason: 'encontrada' },
  { name: 'Italian', source: framed('Northwind', '<h1>Pagina non trovata</h1>'), reason: 'trovata' },
  { name: 'Polish', source: framed('Northwind', '<h1>Strona nie istnieje</h1>'), reason: 'nie istnieje' },
  { name: 'Russian', source: framed('Northwind', '<h1>Страница не найдена</h1>'), reason: 'найдена' },
  { name: 'Chinese', source: framed('提示', '<h1>页面不存在</h1>'), reason: '页面不存在' },
  { name: 'Japanese', source: framed('エラー', '<h1>ページが見つかりません</h1>'), reason: '見つかりません' },
  {
    name: 'no site at its host',
    source: html('Site not found', "<h1>404</h1><p>There isn't a Pages site here.</p>"),
    reason: '404',
  },
  {
    name: 'no deployment',
    source: html('404: NOT_FOUND', '<p>404: NOT_FOUND</p><p>Code: DEPLOYMENT_NOT_FOUND</p>'),
    reason: '404',
  },
  {
    name: 'an archive without the page',
    source: html('Wayback Machine', '<p>The Wayback Machine has not archived that URL.</p>'),
    reason: 'wayback',
  },
  {
    name: 'the home page instead, by its canonical address',
    source: framed(
      'Northwind – Work together',
      '<h1>Work together, wherever you are</h1><p>From $9 per month.</p>',
      `<link rel="canonical" href="${ROOT}/">`,
    ),
    url: `${ROOT}/pricing`,
    reason: 'home page',
  },
  {
    name: 'the home page instead, by redirect',
    source: framed('Northwind – Work together', '<h1>Work together, wherever you are</h1>'),
    url: `${ROOT}/en/`,
    asked: `${ROOT}/pricing`,
    reason: 'home page',
  },
];

const OTHERS: Case[] = [
  {
    name: 'a domain for sale',
    source: html(
      'northwind.example',
      '<h1>northwind.example is for sale</h1><p>Buy now: $4,500</p><p>Or $188 / month</p>',
    ),
  },
  {
    name: 'a parked domain',
    source: html('parked.example', '<h1>This domain is for sale</h1><p>Buy it now for $4,500 or make an offer.</p>'),
  },
  {
    name: 'a domain in German',
    source: html('nordwind.example', '<h1>Diese Domain steht zum Verkauf</h1><p>€ 990</p>'),
  },
  {
    name: 'files',
    source: html(
      'Index of /pricing',
      '<h1>Index of /pricing</h1><pre><a href="../">../</a> <a href="plans.csv">plans.csv</a> 12-Mar-2024</pre>',
    ),
    reason: 'files',
  },
  {
    name: 'no amount',
    source: framed('About', '<h1>About us</h1><p>We make good things for many people.</p>'),
    url: `${ROOT}/about`,
    reason: 'no amount',
  },
];

const SHELLS: Case[] = [
  { name: 'a root', source: html('App', '<div id="root"></div><script src="/app.js"></script>'), reason: 'JavaScript' },
  {
    name: 'another root',
    source: html('App', '<app-root></app-root><script src="/main.js" type="module"></script>'),
    reason: 'JavaScript',
  },
  {
    name: 'no root, a plea',
    source: html(
      'App',
      '<noscript>You need to enable JavaScript to run this app.</noscript><script src="/a.js"></script>',
    ),
    reason: 'JavaScript',
  },
  {
    name: 'a frame around nothing',
    source: framed('Pricing', '<div id="app"></div><script src="/a.js"></script>'),
    reason: /root|JavaScript/,
  },
  {
    name: 'grey boxes',
    source: framed(
      'Pricing',
      `<h1>Pricing</h1>${'<div class="card"><div class="skeleton h-4"></div><div class="skeleton h-8"></div></div>'.repeat(3)}<script src="/a.js"></script>`,
    ),
    reason: 'still to be loaded',
  },
  {
    name: 'loading',
    source: framed('Pricing', '<h1>Pricing</h1><div>Loading…</div><script src="/a.js"></script>'),
    reason: 'loading',
  },
  {
    name: 'loading in Chinese',
    source: html('定价', '<h1>定价</h1><div>加载中...</div><script src="/a.js"></script>'),
    reason: 'JavaScript',
  },
  {
    name: 'a template not filled in',
    source: framed(
      'Pricing',
      '<h1>Pricing</h1><div v-for="plan in plans"><h3>{{ plan.name }}</h3><p>{{ plan.price }} / month</p></div>',
    ),
    reason: 'plan.name',
  },
  {
    name: 'words for a price',
    source: framed('Pricing', cards(card('Basic', '$XX / month'), card('Plus', '$XX / month'))),
    reason: 'not filled in',
  },
  {
    name: 'a token for a price',
    source: framed('Pricing', cards(card('Basic', '%PRICE%'), card('Plus', '%PLAN_PRICE%'))),
    reason: 'not filled in',
  },
  {
    name: 'dashes for prices',
    source: framed('Pricing', cards(card('Basic', '$-- / month'), card('Plus', '$-- / month'))),
    reason: 'not filled in',
  },
  {
    name: 'zero everywhere',
    source: framed(
      'Pricing',
      cards(card('Basic', '$0.00 / month'), card('Plus', '$0.00 / month'), card('Business', '$0.00 / month')),
    ),
    reason: 'zero',
  },
];

const PRICES: Case[] = [
  {
    name: 'a tool against broken links',
    source: framed(
      'Pricing | Linkcheck',
      cards(
        card('Basic', '$12 / month', '<ul><li>404 monitoring</li><li>Page not found alerts</li></ul>'),
        card('Plus', '$30 / month'),
      ),
    ),
  },
  {
    name: 'a canonical address that is wrong',
    source: framed('Northwind Pricing', PRICED, `<link rel="canonical" href="${ROOT}/">`),
    url: `${ROOT}/pricing`,
  },
  {
    name: 'a home page with its price list',
    source: framed(
      'Northwind',
      `<h1>Work together</h1><h2>Plans</h2>${TEASER}`,
      `<link rel="canonical" href="${ROOT}/">`,
    ),
    url: `${ROOT}/`,
    asked: `${ROOT}/pricing`,
  },
  { name: 'one free tier', source: framed('Pricing', cards(card('Free', '$0 / month'), card('Plus', '$30 / month'))) },
  {
    name: 'a template among prices',
    source: framed('Pricing', `${PRICED}<p>Hello {{ first_name }}, write personal mails.</p>`),
  },
  {
    name: 'a spinner that stayed',
    source: framed(
      'Pricing',
      `<div id="app"><div class="skeleton"></div>${PRICED}</div><div>Loading...</div><script src="/a.js"></script>`,
    ),
  },
  {
    name: 'a price for the asking',
    source: framed(
      'Pricing',
      '<h1>Pricing</h1><p>Every team is different. Talk to us and we will make you an offer.</p>',
    ),
    reason: 'none could be read',
  },
  {
    name: 'a registrar of domains',
    source: framed('Domain prices', cards(card('Starter', '$12 / year'), card('Business', '$30 / year'))),
  },
];

describe('a page that is missing', () => judged(MISSING, { verdict: 'soft_404' }));
describe('something else', () => judged(OTHERS, { verdict: 'not_pricing', reason: 'domain' }));
describe('a shell', () => judged(SHELLS, { verdict: 'empty_shell' }));
describe('prices all the same', () => judged(PRICES, { verdict: 'pricing', reason: 'read' }));
