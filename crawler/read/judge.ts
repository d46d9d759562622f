/**
 * What kind of page this is, before anyone believes a price on it: an error page, a challenge, a wall or an empty
 * shell can hold words that look like prices. Each verdict has a reason; none is a guess about what isn't there.
 */
import type { PageVerdict } from '../../data/reading.ts';
import type { Document } from './document.ts';

export interface Judgement {
  verdict: PageVerdict;
  reason: string;
}

const CHALLENGE =
  /\b(?:just a moment|checking your browser|verify(?:ing)? (?:that )?you are (?:a )?human|are you a robot|attention required|enable javascript and cookies to continue|access denied|request blocked|unusual traffic|security check|ddos protection|please complete the security check|pardon our interruption|perimeterx|press (?:&|and) hold)\b|人机验证|安全验证/i;
const CHALLENGE_SOURCE =
  /cf-challenge|cf_chl_|challenge-platform|_incapsula_|px-captcha|datadome|g-recaptcha-response|hcaptcha\.com\/captcha/i;
const NOT_FOUND =
  /(?:^|\berror |[|:–—·-] |\n)404(?![\w-])|\b(?:page (?:not found|cannot be found|can'?t be found|doesn'?t exist|does not exist|is missing)|not found|no longer (?:available|exists)|nothing (?:was )?found here|we can'?t find (?:the|that) page|seite nicht gefunden|page introuvable|página no encontrada)\b|页面不存在|找不到(?:该|此)?页面/i;
const LOGIN =
  /\b(?:(?:sign|log) ?in (?:to|with|required)|please (?:sign|log) ?in|you (?:must|need to) (?:be logged in|sign in|log in)|forgot (?:your )?password)\b/i;
const CONSENT =
  /\b(?:before you continue|we (?:use|value) (?:cookies|your privacy)|accept all cookies|manage (?:your )?(?:cookies|consent)|consent)\b/i;
const SHELL =
  /<(?:div|main)[^>]{0,200}\bid=["']?(?:root|app|__next|__nuxt|main-app|application|gatsby-focus-wrapper|svelte|q-app)\b|<app-root\b|ng-app|data-reactroot/i;
const NEEDS_SCRIPT =
  /\b(?:enable javascript|javascript (?:is )?(?:required|disabled)|you need to enable javascript|please turn on javascript)\b/i;
const PRICING_WORD =
  /\bpric(?:e|es|ing)\b|\bplans?\b|\bbilled\b|\bper (?:month|user|seat)\b|\/mo\b|\btokens?\b|preise|tarif|precios|preços|prezzi|价格|定价|计费|料金|가격/i;

/** `found` says whether any reader read a price, a free tier or a rate. */
export function judge(document: Document, { found, amounts }: { found: boolean; amounts: number }): Judgement {
  const words = document.visible.slice(0, 4000);
  const size = document.visible.trim().length;
  const head = `${document.title}\n${words.slice(0, 600)}`;
  if (document.format === 'html') {
    if (
      size < 3000 &&
      (CHALLENGE.test(head) || (size < 600 && CHALLENGE_SOURCE.test(document.source.slice(0, 20_000))))
    ) {
      return { verdict: 'challenge', reason: `A challenge stands before the page: "${excerpt(document)}"` };
    }
    if (NOT_FOUND.test(document.title) || (size < 2500 && NOT_FOUND.test(words.slice(0, 400)) && amounts === 0)) {
      return { verdict: 'soft_404', reason: `The page says that it is missing: "${excerpt(document)}"` };
    }
    const scripts = document.scripts.length;
    if (
      !found &&
      size < 400 &&
      amounts === 0 &&
      (scripts > 0 || NEEDS_SCRIPT.test(words)) &&
      (SHELL.test(document.source.slice(0, 200_000)) ||
        NEEDS_SCRIPT.test(document.source.slice(0, 200_000)) ||
        size < 40)
    ) {
      return {
        verdict: 'empty_shell',
        reason: `${size} characters of text and ${scripts} scripts: the page is drawn by JavaScript`,
      };
    }
    const hasPassword = document.controls.some(({ name, attribs }) => name === 'input' && attribs.type === 'password');
    if (!found && size < 3000 && hasPassword && LOGIN.test(words))
      return { verdict: 'login', reason: 'A password field and little else' };
    if (!found && size < 1500 && amounts === 0 && CONSENT.test(words))
      return { verdict: 'consent', reason: 'A consent wall and little else' };
  }
  if (size === 0) return { verdict: 'unreadable', reason: 'The page has no text' };
  if (found) return { verdict: 'pricing', reason: 'Prices were read' };
  const url = document.meta.get('canonical') ?? '';
  if (
    PRICING_WORD.test(`${document.title}\n${url}`) ||
    (amounts > 0 && PRICING_WORD.test(document.visible.slice(0, 20_000)))
  ) {
    return {
      verdict: 'pricing',
      reason: `A page about prices, of which none could be read with certainty (${amounts} amounts seen)`,
    };
  }
  return {
    verdict: 'not_pricing',
    reason: amounts === 0 ? 'No amount of money on the page' : `${amounts} amounts, none of them a price of a tier`,
  };
}

function excerpt(document: Document): string {
  return (document.title || document.visible.slice(0, 80)).replace(/\s+/g, ' ').slice(0, 80);
}
