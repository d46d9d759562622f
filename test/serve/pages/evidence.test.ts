import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Fact, RecordEvidence } from '../../../data/record.ts';
import { copyFile } from '../../../data/store/copies/read-copy.ts';
import { writePicture } from '../../../data/store/copies/write-copy.ts';
import type { EvidenceContext } from '../../../data/store/generation/content.ts';
import { pageCopy } from '../../../data/text/page-copy.ts';
import { supportedBy } from '../../../serve/pages/evidence/supported.ts';
import {
  change,
  daysAfterNoon,
  evidence,
  price,
  product,
  rate,
  record,
  sha256Of,
  snapshot,
  tier,
} from '../../builders.ts';
import { copiesBeside, publisher, type Served, serve, sold } from '../served.ts';
import { pageAt, textOf } from './page-at.ts';

const ONE_URL = { url: 'https://acme.example/pricing' };

interface Captured {
  html: string;
  proof: RecordEvidence;
}
const ALL: Captured[] = [];

/** A page of Acme's with the evidence for one of its quotes. */
function captured(html: string, quote: string, day: number, more: Partial<RecordEvidence> = {}): Captured {
  const { text } = pageCopy(html, 'html');
  const textStart = more.scope === 'source' ? html.indexOf(quote) : text.indexOf(quote);
  const pageSha256 = sha256Of(html);
  const page = { url: `https://acme.example/${pageSha256}`, pageSha256, capturedAt: daysAfterNoon(day) };
  const proof = evidence({ ...page, quote, textStart, textEnd: textStart + quote.length, ...more });
  const made = { html, proof };
  ALL.push(made);
  return made;
}

const plans = (dollars: number) =>
  `<h1>Plans</h1><script>steal()</script><table><tr><th>Team</th><th>$${dollars} per user/month</th></tr><tr><td>SSO</td><td></td></tr></table><p>${'Word '.repeat(3)}</p>`;

const OLD = captured(plans(10), '$10 per user/month', -40, ONE_URL);
const NEW = captured(plans(12), '$12 per user/month', -2, ONE_URL);
const HOSTILE = captured(
  '<p>Pro</p><p>&lt;script&gt;x&lt;/script&gt; "$19" \u202Eevil</p><p>&lt;/blockquote&gt;&lt;img onerror=x&gt;</p>',
  '<script>x</script> "$19"',
  -2,
);
const NO_ARCHIVE = captured('<meta name=robots content=noarchive><p>Max $99 a month</p>', '$99 a month', -2);
const ASKED_URL = { url: 'https://asked.example/' };
const ASKED = captured('<p>Asked $7 a month</p>', '$7 a month', -2, ASKED_URL);
const LOST = captured('<p>Lost $3 a month</p>', '$3 a month', -80, ONE_URL);
const DAMAGED = captured('<p>Damaged $4 a month</p>', '$4 a month', -2);
const MOVED = captured('<p>Moved $5 a month</p>', '$5 a month', -2, { textStart: 1, textEnd: 11 });
const SOURCE = captured('<p data-price="19">Pro</p>', 'data-price="19"', -2, { scope: 'source' });
const LONG = captured(`${'<p>line</p>'.repeat(500)}<p>$77 a month</p>${'<p>line</p>'.repeat(500)}`, '$77 a month', -2);
/** The same page as NEW's, with other quotes on it: beside its own, and across it. */
const BESIDE = captured(NEW.html, 'Word Word', -2, ONE_URL);
const ACROSS = captured(NEW.html, 'Team\t$12', -2, ONE_URL);
const ASKED_BEFORE = captured('<p>Asked $6 a month</p>', '$6 a month', -30, ASKED_URL);
const PICTURE = Buffer.from('RIFF\0\0\0\0WEBPVP8X');
const PICTURED = captured('<p>Seen $8 a month</p>', '$8 a month', -2, { picture: sha256Of('picture') });
const ASKED_PICTURED = captured('<p>Asked $9</p>', '$9', -2, { picture: sha256Of('picture') });
const ASKING = [ASKED_PICTURED, ASKED, ASKED_BEFORE];
function context({ proof }: Captured, slug = 'acme'): EvidenceContext {
  return { evidence: proof, slug, before: 'words before ', after: ' words after', finalUrl: proof.url };
}

const team = (amount: string, proof: string) => tier({ name: 'Team', prices: [price({ amount, evidence: proof })] });
const change12 = change({ slug: 'acme', subject: 'team', evidence: [NEW.proof.id], observedAt: daysAfterNoon(-2) });

let server: Served;

beforeAll(async () => {
  const { dir, publish } = publisher();
  const today = team('12.00', NEW.proof.id);
  publish({
    products: [
      {
        product: product({ slug: 'acme', name: 'Acme' }),
        record: record({ slug: 'acme', name: 'Acme', tiers: [today], evidence: [NEW.proof] }),
        snapshots: [
          snapshot({
            slug: 'acme',
            validFrom: daysAfterNoon(-40),
            validTo: daysAfterNoon(-2),
            tiers: [team('10.00', OLD.proof.id)],
            evidence: [OLD.proof],
          }),
          snapshot({ slug: 'acme', validFrom: daysAfterNoon(-2), tiers: [today], evidence: [NEW.proof] }),
        ],
      },
      sold({ slug: 'asked' }, { noArchive: true }),
      sold({ slug: 'beta', name: 'Beta', tiers: [team('12.00', NEW.proof.id)], evidence: [NEW.proof] }),
    ],
    evidence: [...ALL.map((each) => context(each, ASKING.includes(each) ? 'asked' : 'acme')), context(NEW, 'beta')],
    changes: [{ ...change12, seq: 1 }],
    copies: ALL.filter((each) => each !== LOST).map(({ html }) => html),
  });
  writeFileSync(copyFile(copiesBeside(dir), DAMAGED.proof.pageSha256), 'no copy');
  writePicture(copiesBeside(dir), sha256Of('picture'), PICTURE);
  server = await serve(dir);
});

const at = ({ proof }: { proof: RecordEvidence }, query = '') => pageAt(server, `/evidence/${proof.id}${query}`);

/** Words in marks. */
const marks = (page: string) => [...page.matchAll(/<mark[^>]*>(.*?)<\/mark>/gs)].map(([, words]) => words);

describe('the page of a quote', () => {
  test('marks exactly the quote in the copy of its page', async () => {
    const page = await at(NEW);
    expect(marks(page)).toEqual([NEW.proof.quote]);
    expect(page).toContain(`<tr><td>Team</td><td><mark id="quote">${NEW.proof.quote}</mark></td></tr>`);
    expect(page).toContain('<p class="heading">Plans</p>');
    expect(page).not.toContain('steal');
  });

  test('links other quotes of the page to their pages, where they do not overlap with it', async () => {
    const page = await at(NEW);
    expect(page).toContain(`<p><a href="/evidence/${BESIDE.proof.id}#quote">Word Word</a> Word</p>`);
    expect(page).not.toContain(ACROSS.proof.id);
    expect(marks(await at(ACROSS))).toEqual(['Team', '$12']);
  });

  test('says what it supports, since when and how sure, and which changes cite it', async () => {
    const page = textOf(await at(NEW));
    expect(page).toMatch(/Team \$12 per user a month, billed monthly today, since \d+ \w+ \d+ \d+ %/);
    expect(page).toContain('Price changes that cite it');
    for (const words of [NEW.proof.pageSha256, 'the plan card reader', 'Cite this']) expect(page).toContain(words);
    const past = textOf(await at(OLD));
    expect(past).toMatch(/Team \$10 per user a month, billed monthly \d+ \w+ \d+ to \d+ \w+ \d+ –/);
    expect(past).toContain('No current fact cites it.');
  });

  test('says what other facts are read from it, and of which tiers', async () => {
    const facts: Fact[] = [
      {
        kind: 'capability',
        capability: 'audit_log',
        tiers: [{ tier: 'pro', state: 'included' }],
        evidence: BESIDE.proof.id,
      },
      { kind: 'trial', days: 14, evidence: BESIDE.proof.id },
    ];
    const stated = { tiers: [tier({ name: 'Pro' })], rates: [rate({ evidence: [OLD.proof.id] })], facts };
    const found = (id: string) =>
      supportedBy(id, { record: stated, rating: () => 0.9, snapshots: [] }).map(({ subject, value }) => [
        subject,
        value,
      ]);
    expect(found(BESIDE.proof.id)).toEqual([
      ['Capability', 'audit log: included in Pro'],
      ['Trial', '14 days'],
    ]);
    expect(found(OLD.proof.id)[0]?.[1]).toMatch(/^input \$[\d.]+, .*per million tokens$/);
  });

  test('is not for search engines, and names its address', async () => {
    const page = await at(NEW, '?copy=full');
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain(`<link rel="canonical" href="https://assay.example/evidence/${NEW.proof.id}">`);
  });

  test('is of the product asked for, where two cite the same words', async () => {
    expect(await at(NEW)).toContain(`href="/evidence/${NEW.proof.id}?slug=beta">Beta</a>`);
    expect(textOf(await at(NEW, '?slug=beta'))).toContain('From Beta’s page');
  });

  test('leads to the captures before and after it, and shows what differs', async () => {
    const page = await at(OLD);
    expect(page).toContain(`href="/evidence/${NEW.proof.id}#quote"`);
    expect(page).toContain(`href="/evidence/${OLD.proof.id}?with=${NEW.proof.pageSha256}#copy"`);
    const differing = await at(OLD, `?with=${NEW.proof.pageSha256}`);
    expect(differing).toMatch(/<li class="gone">.*<del>.*10.*<\/del>.*<li class="come">.*<ins>.*12.*<\/ins>/s);
    expect(await at(NEW, `?with=${OLD.proof.pageSha256}`)).toContain('Previous cited capture');
  });

  test('shows the near part of a long page, and all of it on demand', async () => {
    const near = await at(LONG);
    expect(near.match(/<p>line<\/p>/g)).toHaveLength(200);
    expect(near).toContain('Show 800 more lines of the copy');
    const whole = await at(LONG, '?copy=full');
    expect(whole.match(/<p>line<\/p>/g)).toHaveLength(1_000);
  });
});

describe('what a vendor writes is text', () => {
  test('markup in it is escaped, characters that reorder are left out', async () => {
    const page = await at(HOSTILE);
    expect(page).not.toMatch(/<script>x|<img|\u202E/);
    expect(page).toContain('<mark id="quote">&lt;script&gt;x&lt;/script&gt; &quot;$19&quot;</mark> evil');
  });
});

describe('where there is no copy, the words around the quote are shown', () => {
  test.each([
    ['the page asks for none', NO_ARCHIVE, 'asks archives not to show copies'],
    ['the vendor asks for none', ASKED, 'asked us not to show copies'],
    ['it is missing', LOST, 'No copy of this page is stored here'],
    ['it is damaged', DAMAGED, 'No copy of this page is stored here'],
    ['the quote stands elsewhere in it', MOVED, 'No copy of this page is stored here'],
    ['the words are in the source', SOURCE, 'in the page’s source'],
  ])('%s', async (_, cited, why) => {
    const page = await at(cited);
    expect(page).toContain(why);
    expect(textOf(page)).toContain(`words before ${cited.proof.quote} words after`);
    expect(marks(page)).toHaveLength(1);
  });

  test('nor are differences', async () => {
    const none = 'No copy of both captures is shown here';
    expect(await at(LOST, `?with=${NEW.proof.pageSha256}`)).toContain(none);
    const asked = await at(ASKED, `?with=${ASKED_BEFORE.proof.pageSha256}`);
    expect(asked).toContain(none);
    expect(asked).not.toContain('$6');
  });
});

test('a picture of the page is shown, unless the vendor asks us not to', async () => {
  expect(await at(PICTURED)).toContain(`<img src="/evidence/${PICTURED.proof.id}/picture"`);
  const picture = await server.get(`/evidence/${PICTURED.proof.id}/picture`);
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(PICTURE);
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'cache-control': expect.stringContaining('immutable'),
  });
  for (const { proof } of [NEW, ASKED_PICTURED]) {
    expect(await pageAt(server, `/evidence/${proof.id}`)).not.toContain('<img');
    expect((await server.get(`/evidence/${proof.id}/picture`)).status).toBe(404);
  }
});

test.each([
  ['/evidence/ev_00000000000000000000', 404],
  ['/evidence/nonsense', 404],
  [`/evidence/${NEW.proof.id}?slug=gamma`, 404],
  [`/evidence/${NEW.proof.id}?with=${'0'.repeat(64)}`, 404],
  [`/evidence/${NEW.proof.id}?with=${NEW.proof.pageSha256}`, 404],
  [`/evidence/${NEW.proof.id}?with=zz`, 400],
  [`/evidence/${NEW.proof.id}?copy=all`, 400],
])('%s answers %i', async (path, status) => {
  await pageAt(server, path, status);
});
