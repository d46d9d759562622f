/**
 * The shell of a generated HTML page: escaping, class names in the manners of several toolchains, and enough CSS
 * that a person who opens the page sees a pricing page.
 */
import type { Offer } from './offer.ts';
import type { Random } from './random.ts';
import type { Wording } from './wording.ts';

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** For `<script>` elements: nothing in the JSON may end the script. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

const LOOKS = {
  grid: 'display:grid;grid-template-columns:repeat(auto-fit,minmax(210px,1fr));gap:20px;list-style:none;padding:0',
  card: 'border:1px solid #d8dce6;border-radius:12px;padding:24px;background:#fff',
  name: 'font-size:20px;margin:0 0 4px',
  tagline: 'color:#5b6478;font-size:14px;margin:0 0 16px',
  price: 'font-size:30px;font-weight:700;line-height:1.2',
  terms: 'color:#5b6478;font-size:13px',
  second: 'color:#5b6478;font-size:14px;margin-top:6px',
  struck: 'text-decoration:line-through;color:#9aa2b5;font-size:18px;font-weight:400',
  badge: 'background:#fde68a;border-radius:6px;padding:2px 6px;font-size:12px',
  cta: 'display:inline-block;margin:16px 0;padding:10px 18px;border-radius:8px;background:#3445e0;color:#fff;text-decoration:none',
  features: 'padding-left:18px;font-size:14px;line-height:1.7',
  off: 'display:none',
  note: 'color:#5b6478;font-size:13px;margin-top:32px',
} as const;

export type Role = keyof typeof LOOKS;

/** Class names of one page; only roles that were asked for get a rule. */
export interface Sheet {
  of(role: Role): string;
  css(): string;
}

const SPELLINGS: readonly ((role: Role, hash: string) => string)[] = [
  (role) => `pricing-${role}`,
  (_role, hash) => `css-${hash}`,
  (role, hash) => `Plans_${role}__${hash.slice(0, 5)}`,
  (_role, hash) => `sc-${hash} k${hash.slice(2)}`,
  (role) => `pricing__${role} u-mb-4`,
];

export function sheetOf(random: Random): Sheet {
  const spell = random.pick(SPELLINGS);
  const names = new Map<Role, string>();
  const of = (role: Role) => {
    const known = names.get(role);
    if (known !== undefined) return known;
    const hash = Array.from({ length: 7 }, () => random.int(0, 35).toString(36)).join('');
    const name = spell(role, `x${hash}`);
    names.set(role, name);
    return name;
  };
  const css = () => [...names].map(([role, name]) => `.${name.split(' ')[0]}{${LOOKS[role]}}`).join('\n');
  return { of, css };
}

export interface PageParts {
  offer: Offer;
  wording: Wording;
  sheet: Sheet;
  main: string;
  /** Elements for the end of `<head>`. */
  head?: string;
  /** Elements for the end of `<body>`. */
  tail?: string;
}

export function htmlPage({ offer, wording, sheet, main, head = '', tail = '' }: PageParts): string {
  const product = escapeHtml(offer.product);
  const { title, lead } = wording.labels;
  return `<!doctype html>
<html lang="${offer.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | ${product}</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1c2233;background:#f6f7fb}
header,main,footer{max-width:1080px;margin:0 auto;padding:20px}
nav a{margin-right:16px}table{border-collapse:collapse;width:100%;background:#fff}th,td{padding:10px 14px;border-bottom:1px solid #e3e6ee;text-align:left}
[hidden]{display:none}
${sheet.css()}
</style>${head}
</head>
<body>
<header><nav><a href="/">${product}</a><a href="/features">Features</a><a href="/docs">Docs</a></nav></header>
<main>
<h1>${title}</h1>
<p>${lead}</p>
${main}
</main>
<footer><small>&copy; 2026 ${product}</small></footer>${tail}
</body>
</html>
`;
}
