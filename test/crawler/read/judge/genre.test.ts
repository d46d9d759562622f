/** Pages that state amounts and sell nothing by them, and price lists that share their words. */
import { describe } from 'vitest';
import { card, cards } from '../pages.ts';
import { type Case, framed, html, jsonLd, judged, PRICED, paragraphs, TEASER } from './pages.ts';

const at = (path: string) => `https://northwind.example${path}`;
const post = (...words: string[]) =>
  paragraphs(
    'We have been at this for six years now, and in that time the product has grown from a weekend project into something that a few thousand teams open every morning.',
    ...words,
    'If you have thoughts about any of this, we would love to hear from you; our inbox is open and a person reads everything that lands in it.',
  );
const PLANS = '<h3>Basic</h3><p>$12 / month</p><h3>Plus</h3><p>$30 / month</p>';

const ARTICLES: Case[] = [
  {
    name: 'how prices were changed',
    source: framed(
      'How we doubled our price',
      `<article><h1>How we doubled our price</h1><p>By Ada Lind, 3 March 2024</p>${post('In May we went from $15 to $30 per month.')}</article>`,
    ),
    url: at('/doubling'),
  },
  {
    name: 'what a change of price taught',
    source: framed(
      'What we learned from changing our price',
      `<article><h1>What we learned from changing our price</h1><p>By Ada Lind, 3 March 2024</p>${post('Two years ago we charged $15 per month. Then we tried $25.')}</article>`,
    ),
    url: at('/blog/changing-our-price'),
  },
  {
    name: 'an announcement of new prices, with the plans',
    source: framed(
      'Our new pricing',
      `<article><h1>Our new pricing</h1><p>March 3, 2024 · 4 min read</p>${post('From May on our plans are:')}${PLANS}</article>`,
      jsonLd({ '@type': 'BlogPosting', headline: 'Our new pricing' }),
    ),
    url: at('/blog/new-pricing'),
    reason: 'BlogPosting',
  },
  {
    name: 'an announcement where the price list was asked for',
    source: framed(
      'A simpler way to pay',
      `<article><h1>A simpler way to pay</h1><p>By Ada Lind</p><p>5 min read</p><time>2 May 2024</time>${post('Here is what changes.')}${PLANS}</article>`,
    ),
    url: at('/pricing'),
  },
  {
    name: 'money raised',
    source: framed(
      'Northwind raises $20 million',
      `<h1>Northwind raises $20 million to fix scheduling</h1><p>Berlin, 4 June 2025</p>${post('The round was led by Harbour Capital at a valuation of $140 million.')}<h2>Press contact</h2>`,
    ),
    url: at('/press/series-a'),
  },
  {
    name: 'news with its type',
    source: framed(
      'Northwind',
      `<h1>Northwind to sell Plus for $30 per month</h1>${post()}${PLANS}`,
      jsonLd({ '@type': 'NewsArticle' }),
    ),
    url: at('/news/2025/plus'),
    reason: 'NewsArticle',
  },
  {
    name: 'a guide to prices in general',
    source: framed(
      'How to price your SaaS',
      `<h1>How to price your SaaS</h1><p>12 min read</p>${post('A usual shape is three tiers:')}${PLANS}`,
    ),
    url: at('/guides/how-to-price'),
  },
  {
    name: 'the cost of something',
    source: framed(
      'The hidden cost of meetings',
      `<article><h1>The hidden cost of meetings</h1><p>7 min read</p>${post('A meeting of eight costs $600.')}${TEASER}</article>`,
    ),
    url: at('/articles/cost-of-meetings'),
  },
  {
    name: 'a post in German',
    source: framed(
      'Warum wir unsere Preise ändern',
      `<article><h1>Warum wir unsere Preise ändern</h1><p>Von Ada Lind</p><p>4 min Lesezeit</p>${post()}${PLANS}</article>`,
    ),
    url: at('/blog/preise'),
  },
  {
    name: 'a post without a byline, by its microdata',
    source: framed(
      'Spring update',
      `<div itemscope itemtype="https://schema.org/BlogPosting"><h1>Spring update</h1>${post('We launched Plus.')}${PLANS}</div>`,
    ),
    url: at('/blog/spring'),
    reason: 'BlogPosting',
  },
  {
    name: 'an invitation',
    source: framed(
      'Northwind Summit 2026',
      `<h1>Northwind Summit 2026</h1><p>Berlin, 12 May 2026</p><h3>Early bird</h3><p>$199</p><h3>Regular</h3><p>$299</p>`,
      jsonLd({ '@type': 'Event' }),
    ),
    url: at('/events/summit-2026'),
    reason: /article/,
  },
];

const JOBS: Case[] = [
  {
    name: 'with its type',
    source: framed(
      'Senior Engineer',
      `<h1>Senior Engineer</h1><p>Remote, Europe</p><h2>Salary</h2><p>$120,000 – $150,000 per year</p><h2>Responsibilities</h2>${post()}`,
      jsonLd({ '@type': 'JobPosting' }),
    ),
    url: at('/careers/senior-engineer'),
  },
  {
    name: 'by its lines',
    source: framed(
      'Account Executive',
      '<h1>Account Executive</h1><h2>About the role</h2><p>You sell.</p><h2>Requirements</h2><p>Two years.</p><h2>Compensation</h2><h3>Base</h3><p>$5,000 / month</p><h3>Senior</h3><p>$7,000 / month</p><a>Apply now</a>',
    ),
    url: at('/open-roles/ae'),
  },
  {
    name: 'German',
    source: framed(
      'Entwickler:in (m/w/d)',
      '<h1>Entwickler:in (m/w/d)</h1><h2>Ihre Aufgaben</h2><p>Bauen.</p><h2>Gehalt</h2><p>5.000 € pro Monat</p><a>Jetzt bewerben</a>',
    ),
    url: at('/karriere/entwickler'),
  },
  {
    name: 'an intern',
    source: framed(
      'Careers at Northwind',
      '<h1>Internship</h1><h3>Internship</h3><p>$2,400 / month</p><h3>Working student</h3><p>$1,200 / month</p><p>Equal opportunity employer</p>',
    ),
    url: at('/jobs/intern'),
  },
];

const COMPARISONS: Case[] = [
  {
    name: 'two vendors',
    source: framed(
      'Northwind vs Southgale: pricing and features',
      '<h1>Northwind vs Southgale</h1><table><tr><th></th><th>Basic</th><th>Plus</th></tr><tr><td>Price</td><td>$19 / month</td><td>$49 / month</td></tr></table>',
    ),
    url: at('/compare/southgale'),
  },
  {
    name: 'where the price list was asked for',
    source: framed(
      'Northwind vs. Southgale pricing compared',
      `<h1>Northwind vs. Southgale pricing compared</h1>${TEASER}`,
    ),
    url: at('/pricing'),
  },
  {
    name: 'alternatives',
    source: framed(
      '9 Southgale alternatives in 2026',
      `<h1>9 Southgale alternatives in 2026</h1><h2>1. Northwind</h2><h3>Pros</h3><p>Fast</p><h3>Cons</h3><p>New</p>${TEASER}`,
    ),
    url: at('/alternatives/southgale'),
  },
  {
    name: 'the best of the year',
    source: html(
      'The 10 best CRM tools for small teams',
      `<h1>The 10 best CRM tools for small teams</h1><p>Affiliate disclosure: we may earn a commission</p>${TEASER}`,
    ),
    url: 'https://picks.example/best-crm',
  },
  {
    name: 'a review of the prices of another',
    source: html(
      'Southgale review 2026: pricing, pros & cons',
      `<h1>Southgale review 2026: pricing, pros & cons</h1><h2>Our verdict</h2>${TEASER}`,
    ),
    url: 'https://picks.example/southgale-review',
  },
  {
    name: 'German',
    source: html('Terminplaner im Vergleich', `<h1>Terminplaner im Vergleich</h1>${TEASER}`),
    url: 'https://wahl.example/vergleich/terminplaner',
  },
  {
    name: 'Chinese, of rates',
    source: html(
      '大模型价格横向对比',
      '<h1>大模型 API 价格横向对比</h1><table><tr><th>模型</th><th>输入 (元/百万 tokens)</th><th>输出 (元/百万 tokens)</th></tr><tr><td>alpha-1</td><td>2</td><td>8</td></tr></table>',
    ),
    url: 'https://wahl.example/llm',
  },
];

const OTHERS: Case[] = [
  {
    name: 'a customer',
    source: framed(
      'How Brightwater saved $40,000 a year',
      `<h1>How Brightwater saved $40,000 a year with Northwind</h1><h2>The challenge</h2>${post('They paid $3,400 per month for five tools.')}`,
    ),
    url: at('/customers/brightwater'),
    reason: 'a case study',
  },
  {
    name: 'a case study with plans',
    source: framed('Case study: Brightwater', `<h1>Case study: Brightwater</h1><h2>Results</h2>${TEASER}`),
    url: at('/case-studies/brightwater'),
    reason: 'a case study',
  },
  {
    name: 'terms of service',
    source: framed(
      'Terms of Service',
      `<h1>Terms of Service</h1><p>Last updated 3 March 2024</p><h2>1. Definitions</h2>${post('The fee is $12 per month for Basic.')}${PLANS}<h2>9. Governing law</h2>`,
    ),
    url: at('/legal/terms'),
    reason: 'terms',
  },
  {
    name: 'terms in German',
    source: framed('AGB', `<h1>Allgemeine Geschäftsbedingungen</h1>${PLANS}`),
    url: at('/agb'),
    reason: 'terms',
  },
  {
    name: 'a service level agreement',
    source: framed(
      'Service Level Agreement',
      `<h1>Service Level Agreement</h1><p>Effective date: 1 May 2024</p>${PLANS}`,
    ),
    url: at('/legal/sla'),
    reason: 'terms',
  },
  {
    name: 'a changelog',
    source: framed(
      'Changelog',
      `<h1>Changelog</h1><h2>v2.4.0</h2><ul><li>Plus is now $30 / month</li></ul><h2>v2.3.0</h2>${PLANS}`,
    ),
    url: at('/changelog'),
    reason: 'a changelog',
  },
  {
    name: 'release notes',
    source: framed('Release notes', `<h1>Release notes</h1><h2>New features</h2><h2>Bug fixes</h2>${PLANS}`),
    url: at('/docs/release-notes'),
    reason: 'a changelog',
  },
  {
    name: 'a shop',
    source: framed(
      'Northwind Swag Store',
      '<h1>Swag store</h1><div><h3>Mug</h3><p>$12.00</p><button>Add to cart</button></div><div><h3>Hoodie</h3><p>$45.00</p><button>Add to cart</button></div><p>Free shipping over $50</p>',
    ),
    url: at('/store'),
    reason: 'a shop',
  },
  {
    name: 'one of its goods',
    source: framed(
      'Plus Mug',
      '<h1>Plus Mug</h1><p>$12.00</p><p>In stock</p><p>Quantity</p><button>Add to bag</button><p>You may also like</p>',
      jsonLd({ '@type': 'Product' }),
    ),
    url: at('/products/plus-mug'),
    reason: 'a shop',
  },
  {
    name: 'donations',
    source: framed(
      'Donate',
      '<h1>Donate</h1><p>Choose an amount</p><h3>Friend</h3><p>$5 / month</p><h3>Patron</h3><p>$25 / month</p><button>Donate now</button>',
    ),
    url: at('/donate'),
    reason: 'call for money',
  },
  {
    name: 'documentation with an example',
    source: framed(
      'Create a subscription object',
      `<h1>Create an invoice</h1><p>Suppose you sell two tiers:</p>${PLANS}`,
    ),
    url: 'https://docs.northwind.example/api/create-invoice',
    reason: 'documentation',
  },
  {
    name: 'help with an example',
    source: framed('Set up coupons', `<h1>Set up coupons</h1><p>Your customers see:</p>${PLANS}`),
    url: at('/help/coupons'),
    reason: 'documentation',
  },
];

/** Each shares words, an address or a type with what is no price list. */
const PRICES: Case[] = [
  {
    name: 'how one is charged, by the vendor itself',
    source: framed('How we charge', `<h1>How we charge</h1>${PLANS}`),
    url: at('/docs/billing'),
    reason: 'Prices were read',
  },
  {
    name: 'how prices are set, with the plans',
    source: framed('How we price Northwind', `<h1>How we price Northwind</h1>${PLANS}`),
    url: at('/how-pricing-works'),
    reason: 'Prices were read',
  },
  {
    name: 'every page of its software is an article',
    source: framed(
      'Pricing - Northwind',
      PRICED,
      `<meta property="og:type" content="article"><meta property="article:published_time" content="2024-01-01">${jsonLd({ '@type': 'Article' })}`,
    ),
  },
  {
    name: 'its product writes changelogs',
    source: framed(
      'Changelog pages your users read | Shipnote',
      cards(card('Basic', '$12 / month'), card('Plus', '$30 / month')),
    ),
    url: 'https://shipnote.example/pricing',
  },
  {
    name: 'its product is for shops',
    source: framed('Pricing for your store', `${PRICED}<p>Add to cart buttons, free shipping rules.</p>`),
  },
  {
    name: 'its product finds jobs',
    source: framed('Plans | Jobs board software', cards(card('Basic', '$12 / month'), card('Plus', '$30 / month'))),
    url: at('/plans'),
  },
  {
    name: 'its tiers compared',
    source: framed('Free vs Pro', `<h1>Free vs Pro</h1>${TEASER}`),
    url: at('/compare-plans'),
  },
  {
    name: 'an alternative to another, by its slogan',
    source: framed('Pricing | Northwind, the open alternative to Southgale', PRICED),
  },
  {
    name: 'documentation of its plans',
    source: framed('Plans – Docs', `<h1>Plans</h1>${TEASER}`),
    url: 'https://docs.northwind.example/billing/plans',
  },
  {
    name: 'documentation with a section of prices',
    source: framed(
      'Clusters',
      `<h1>Clusters</h1>${post()}<h2>Pricing</h2><h3>Basic</h3><p>$12 / month</p><h3>Plus</h3><p>$30 / month</p>`,
    ),
    url: 'https://northwind.example/developers/clusters',
  },
  {
    name: 'what customers say and a long FAQ',
    source: framed(
      'Northwind',
      `${PRICED}<h2>Results</h2>${post(...Array.from({ length: 8 }, () => 'Can I change my plan later? Of course you can: whenever you like, and what you have already paid is taken into account to the day.'))}<article>“It saved us $4,000.”</article>`,
    ),
  },
  { name: 'software for blogs', source: framed('Pricing', PRICED), url: 'https://blogware.example/blog/pricing' },
  {
    name: 'a list as search engines like it',
    source: framed('Pricing', PRICED, jsonLd({ '@type': 'ItemList', itemListElement: [{ '@type': 'Review' }] })),
  },
  { name: 'last updated', source: framed('Plans and pricing', `<p>Last updated: March 3, 2024</p>${PRICED}`) },
  {
    name: 'one page for all',
    source: framed('Northwind – Notes for teams', `<h1>Notes for teams</h1>${post()}${TEASER}`),
    url: at('/'),
  },
  {
    name: 'framed as an article by its software, with a date and its own words',
    source: framed(
      'Northwind',
      `<article><h1>How much does it cost?</h1><time>2 May 2024</time><p>By the month or by the year</p>${post()}${TEASER}</article>`,
      '<meta property="og:type" content="article">',
    ),
    url: at('/pricing'),
  },
  {
    name: 'par mois',
    source: framed(
      'Tarifs',
      '<h1>Tarifs</h1><p>Par utilisateur et par mois</p><h3>Essentiel</h3><p>12 € par mois</p><h3>Équipe</h3><p>30 € par mois</p>',
    ),
    url: at('/tarifs'),
  },
  {
    name: 'its product reviews code',
    source: framed('AI code reviews | Northwind', `<h1>Free for open source</h1>${TEASER}`),
    url: at('/pricing'),
  },
  {
    name: 'its product runs jobs',
    source: framed('Northwind Jobs', `<h1>Northwind Jobs</h1>${TEASER}`),
    url: at('/jobs/pricing'),
  },
];

describe('articles', () => judged(ARTICLES, { verdict: 'not_pricing', reason: 'an article' }));
describe('job ads', () => judged(JOBS, { verdict: 'not_pricing', reason: 'a job ad' }));
describe('comparisons', () => judged(COMPARISONS, { verdict: 'not_pricing', reason: 'a comparison' }));
describe('other pages', () => judged(OTHERS, { verdict: 'not_pricing' }));
describe('price lists all the same', () => judged(PRICES, { verdict: 'pricing', reason: 'read' }));
