/** What stands before a page, and the pages that only look as if something did. */
import { describe } from 'vitest';
import { card, cards } from '../pages.ts';
import { type Case, framed, html, judged, PRICED, TEASER } from './pages.ts';

const CHALLENGES: Case[] = [
  {
    name: 'a managed challenge',
    source: html(
      'Just a moment...',
      '<h1>shop.example</h1><p>Verifying you are human. This may take a few seconds.</p><script>window._cf_chl_opt={cvId:"3"}</script>',
    ),
    reason: 'just a moment',
  },
  {
    name: 'a turnstile',
    source: html(
      'vendor.example',
      '<p>Verify you are human by completing the action below.</p><div id="turnstile"></div><p>vendor.example needs to review the security of your connection before proceeding.</p>',
    ),
    reason: 'verify you are human',
  },
  {
    name: 'a challenge without a word',
    source: html(
      '',
      '<div id="cmsg"></div><script data-cfasync="false">var dd={"rt":"i"}</script><script src="https://ct.captcha-delivery.com/i.js"></script>',
    ),
    reason: 'program of a challenge',
  },
  {
    name: 'an ad blocker is blamed',
    source: html('vendor.example', '<p>Please enable JS and disable any ad blocker</p><script src="/c.js"></script>'),
    reason: 'disable any ad blocker',
  },
  {
    name: 'press and hold',
    source: html(
      'Access to this page has been denied',
      '<h1>Press &amp; Hold to confirm you are a human (and not a bot)</h1><div id="px-captcha"></div>',
    ),
    reason: 'press & hold',
  },
  {
    name: 'an interruption',
    source: html(
      'Pardon Our Interruption',
      '<h1>Pardon Our Interruption...</h1><p>As you were browsing something about your browser made us think you were a bot.</p>',
    ),
    reason: 'pardon our interruption',
  },
  {
    name: 'a firewall that wants JavaScript',
    source: html(
      '',
      '<noscript><h1>JavaScript is disabled</h1></noscript><div id="challenge-container"></div><script>window.gokuProps={"key":"AQ"}</script><script src="https://a1.token.awswaf.com/a1/challenge.js"></script>',
    ),
    reason: 'program of a challenge',
  },
  {
    name: 'a human verification',
    source: html('Human Verification', '<div id="captcha-container"></div>'),
    reason: 'human verification',
  },
  {
    name: 'a sealed script',
    source: html('', '<script>window.KPSDK={};KPSDK.now=Date.now</script><script src="/149e9513/ips.js"></script>'),
    reason: 'kpsdk',
  },
  {
    name: 'an iframe of a firewall',
    source: html('', '<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=23&incident_id=1"></iframe>'),
    reason: '_incapsula_resource',
  },
  {
    name: 'unusual traffic',
    source: html(
      'Sorry...',
      '<p>Our systems have detected unusual traffic from your computer network.</p><form><div class="g-recaptcha" data-sitekey="k"></div></form>',
    ),
    reason: 'unusual traffic',
  },
  {
    name: 'a checkpoint',
    source: html('Vercel Security Checkpoint', "<p>We're verifying your browser</p>"),
    reason: 'checkpoint',
  },
  {
    name: 'German',
    source: html('Nur einen Moment…', '<h1>beispiel.example</h1><p>Bestätigen Sie, dass Sie ein Mensch sind.</p>'),
    reason: 'nur einen moment',
  },
  { name: 'French', source: html('exemple', '<h1>Vérifiez que vous êtes humain</h1>'), reason: 'vérifiez' },
  { name: 'Spanish', source: html('ejemplo', '<p>Verifique que usted es un ser humano</p>'), reason: 'verifique' },
  { name: 'Russian', source: html('Один момент…', '<p>Подтвердите, что вы человек</p>'), reason: 'один момент' },
  { name: 'Chinese', source: html('安全验证', '<p>请完成下方的人机验证</p>'), reason: '验证' },
  {
    name: 'Japanese',
    source: html('しばらくお待ちください...', '<p>あなたが人間であることを確認します</p>'),
    reason: 'お待ち',
  },
  {
    name: 'a challenge that advertises',
    source: html('Just a moment...', `<p>Checking your browser</p>${TEASER}`),
    reason: 'just a moment',
  },
];

const BLOCKS: Case[] = [
  {
    name: 'blocked behind the title of a challenge',
    source: html(
      'Attention Required! | Cloudflare',
      '<h1>Sorry, you have been blocked</h1><h2>You are unable to access vendor.example</h2><p>Cloudflare Ray ID: 8f2</p>',
    ),
    reason: 'you have been blocked',
  },
  {
    name: 'error 1020',
    source: html('Access denied', '<h1>Error 1020</h1><p>This website is using a security service.</p>'),
    reason: 'error 1020',
  },
  {
    name: 'a reference number',
    source: html(
      'Access Denied',
      '<h1>Access Denied</h1><p>You don\'t have permission to access "http://vendor.example/pricing" on this server.</p><p>Reference #18.5e2f1</p>',
    ),
    reason: 'access denied',
  },
  {
    name: 'an incident',
    source: html('', '<p>Request unsuccessful. Incapsula incident ID: 877-1</p>'),
    reason: 'request unsuccessful',
  },
  {
    name: 'a firewall',
    source: html(
      'Sucuri WebSite Firewall - Access Denied',
      '<h1>Sucuri WebSite Firewall</h1><p>Access Denied - Sucuri Website Firewall</p>',
    ),
    reason: 'firewall',
  },
  {
    name: 'a content network',
    source: html(
      'ERROR: The request could not be satisfied',
      '<h1>403 ERROR</h1><h2>The request could not be satisfied.</h2><p>Request blocked.</p>',
    ),
    reason: '403 error',
  },
  {
    name: 'forbidden',
    source: html('403 Forbidden', '<center><h1>403 Forbidden</h1></center><hr><center>nginx</center>'),
    reason: '403 forbidden',
  },
  {
    name: 'too many requests',
    source: html('429', '<h1>Too Many Requests</h1><p>Try again in a while.</p>'),
    reason: 'too many requests',
  },
  {
    name: 'not in this country',
    source: html('Sorry', '<h1>Acme is not available in your country</h1><p>We plan to launch soon.</p>'),
    reason: 'not available in your country',
  },
  {
    name: 'not in this region, in a frame',
    source: framed('Northwind', '<h1>This service is not available in your region</h1>'),
    reason: 'not available',
  },
  {
    name: 'a refusal in German',
    source: html('Zugriff verweigert', '<p>Ihre Anfrage wurde blockiert.</p>'),
    reason: 'zugriff verweigert',
  },
  { name: 'a refusal in French', source: html('Erreur', '<h1>Accès refusé</h1>'), reason: 'accès refusé' },
  { name: 'a refusal in Spanish', source: html('Acceso denegado', ''), reason: 'acceso denegado' },
  { name: 'a refusal in Chinese', source: html('提示', '<h1>访问被拒绝</h1>'), reason: '访问被拒绝' },
];

const DOWN: Case[] = [
  {
    name: 'maintenance',
    source: html('Back soon', '<h1>Down for maintenance</h1><p>We will be back at 14:00 UTC.</p>'),
    reason: 'down for maintenance',
  },
  {
    name: 'maintenance of a blog engine',
    source: html('Maintenance', '<p>Briefly unavailable for scheduled maintenance. Check back in a minute.</p>'),
    reason: 'maintenance',
  },
  {
    name: 'maintenance in German',
    source: html('Northwind', '<h1>Wartungsarbeiten</h1><p>Wir sind gleich zurück.</p>'),
    reason: 'wartungsarbeiten',
  },
  {
    name: 'maintenance in Japanese',
    source: html('お知らせ', '<h1>ただいまメンテナンス中です</h1>'),
    reason: 'メンテナンス',
  },
  { name: 'a gateway', source: html('502 Bad Gateway', '<center><h1>502 Bad Gateway</h1></center>'), reason: '502' },
  {
    name: 'no origin',
    source: html('Origin DNS error', '<h1>Error 1016</h1><p>Origin DNS error</p>'),
    reason: /1016|dns/,
  },
  {
    name: 'a client-side exception',
    source: html('Northwind', '<h2>Application error: a client-side exception has occurred</h2>'),
    reason: 'application error',
  },
];

const LOGINS: Case[] = [
  {
    name: 'a password',
    source: html('Sign in', '<h1>Sign in to your account</h1><form><input name="email"><input type="password"></form>'),
    reason: 'sign in',
  },
  {
    name: 'single sign-on',
    source: html(
      'Log in | Northwind',
      '<h1>Welcome back</h1><button>Continue with Google</button><button>Continue with SSO</button>',
    ),
    reason: 'welcome back',
  },
  {
    name: 'a magic link',
    source: html(
      'Northwind',
      '<h1>Log in to Northwind</h1><form><input type="email"><button>Email me a magic link</button></form>',
    ),
    reason: 'log in to',
  },
  {
    name: 'prices for those who sign in',
    source: framed('Northwind', '<h1>Partner catalogue</h1><p>Sign in to view pricing</p>'),
    reason: 'view pricing',
  },
  {
    name: 'a login beside a teaser',
    source: html('Sign in – Northwind', `<h1>Sign in</h1><form><input type="password"></form>${TEASER}`),
    reason: 'sign in',
  },
  {
    name: 'German',
    source: html('Anmelden', '<h1>Anmelden</h1><form><input type="password"></form>'),
    reason: 'anmelden',
  },
  {
    name: 'French',
    source: html('Connexion', '<h1>Connexion</h1><form><input type="password"></form>'),
    reason: 'connexion',
  },
  { name: 'Chinese', source: html('登录', '<h1>用户登录</h1><form><input type="password"></form>'), reason: '登录' },
];

const QUESTIONS: Case[] = [
  {
    name: 'before you continue',
    source: html(
      'Before you continue',
      '<h1>Before you continue</h1><p>We and our 812 partners store cookies.</p><button>Accept all</button>',
    ),
    reason: 'before you continue',
  },
  {
    name: 'privacy matters',
    source: html(
      'Northwind',
      '<div><h2>We value your privacy</h2><p>We and our partners store or access information on a device.</p><button>Agree and close</button><button>Manage options</button></div>',
    ),
    reason: 'we value your privacy',
  },
  {
    name: 'a preference centre',
    source: html(
      'vendor.example',
      '<h2>Privacy Preference Center</h2><h3>Manage Consent Preferences</h3><p>Strictly necessary cookies</p><button>Allow all</button>',
    ),
    reason: 'privacy preference',
  },
  {
    name: 'pay or consent',
    source: html(
      'Ihre Privatsphäre',
      '<h1>Mit Werbung weiterlesen</h1><p>Zustimmen</p><h2>Pur-Abo</h2><p>4,99 € pro Monat</p>',
    ),
    reason: 'mit werbung',
  },
  {
    name: 'German',
    source: html(
      'vendor.example',
      '<h1>Datenschutzeinstellungen</h1><p>Wir verwenden Cookies.</p><button>Alle akzeptieren</button>',
    ),
    reason: 'datenschutz',
  },
  {
    name: 'French',
    source: html('exemple', '<h1>Le respect de votre vie privée est notre priorité</h1><button>Tout accepter</button>'),
    reason: 'vie privée',
  },
  {
    name: 'an age',
    source: html('Age verification', '<h1>Are you over 18?</h1><button>Yes</button><button>No</button>'),
    reason: 'are you over 18',
  },
  {
    name: 'a country',
    source: html(
      'Northwind',
      `<h1>Choose your country or region</h1><ul>${['Austria', 'Belgium', 'Brazil', 'Canada', 'Denmark'].map((name) => `<li><a href="#">${name}</a></li>`).join('')}</ul>`,
    ),
    reason: 'choose your country',
  },
];

/** Each holds words or programs of a wall. */
const PRICES: Case[] = [
  {
    name: 'a captcha in the sign-up form',
    source: html(
      'Pricing',
      `${PRICED}<form><input type="email"><div class="g-recaptcha" data-sitekey="k"></div><p>This site is protected by reCAPTCHA.</p></form>`,
    ),
  },
  {
    name: 'the beacon of a network',
    source: html(
      'Plans',
      `${PRICED}<script>(function(){var a=document.createElement("script");a.src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"})()</script>`,
    ),
  },
  {
    name: 'a tag against bots',
    source: html('Plans', `<script src="https://js.datadome.example/tags.js"></script>${PRICED}`),
  },
  {
    name: 'a banner above',
    source: html(
      'Northwind',
      `<div><p>We use cookies</p><p>Accept all cookies to go on.</p><button>Accept all</button></div>${PRICED}`,
    ),
  },
  {
    name: 'a login in a dialogue',
    source: html(
      'Northwind',
      `${PRICED}<div class="modal"><h2>Sign in to your account</h2><form><input type="password"></form></div>`,
    ),
  },
  {
    name: 'a vendor of bot defence',
    source: html(
      'Pricing | Gatekeep',
      cards(card('Verify you are human checks', '$12 / month'), card('DDoS protection', '$30 / month')),
    ),
  },
  {
    name: 'a country list beside prices',
    source: html('Pricing', `<select><option>Choose your country</option><option>Austria</option></select>${PRICED}`),
  },
  {
    name: 'a feature that is not available everywhere',
    source: html('Pricing', `${PRICED}<p>SMS is not available in your country? Write to us.</p>`),
  },
  {
    name: 'an empty application behind a banner',
    source: html(
      'Northwind',
      '<div id="root"></div><div><p>We value your privacy</p><button>Accept all</button></div><script src="/app.js"></script>',
    ),
    verdict: 'empty_shell',
    reason: 'drawn by JavaScript',
  },
  {
    name: 'an empty application with a beacon',
    source: html(
      'App',
      '<div id="root"></div><script src="/app.js"></script><script>a.src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"</script>',
    ),
    verdict: 'empty_shell',
    reason: 'JavaScript',
  },
];

describe('a challenge', () => judged(CHALLENGES, { verdict: 'challenge' }));
describe('a refusal', () => judged(BLOCKS, { verdict: 'blocked' }));
describe('a site that is down', () => judged(DOWN, { verdict: 'unreadable' }));
describe('a login', () => judged(LOGINS, { verdict: 'login' }));
describe('a question', () => judged(QUESTIONS, { verdict: 'consent' }));
describe('prices behind what looks like a wall', () => judged(PRICES, { verdict: 'pricing', reason: 'read' }));
