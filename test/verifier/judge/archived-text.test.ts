import { beforeEach, describe, expect, test } from 'vitest';
import { type Archive, openArchive, sha256Of } from '../../../data/store/archive/archive.ts';
import { pageText } from '../../../data/text/page-text.ts';
import { archivedWords } from '../../../verifier/judge/archived-text.ts';
import { committer } from '../../../verifier/worker/commit.ts';
import { product } from '../../builders.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { kept } from '../test-verifier.ts';
import { vendorPage, visit } from '../vendor-page.ts';

let archive: Archive;
beforeEach(async () => {
  archive = await openArchive(temporaryDirectory());
});

/** A page whose hash begins as told: those with 0 are made again from their bytes. */
async function pageWith(begin: RegExp) {
  for (let n = 0; ; n += 1) {
    const source = `<p>Pro</p><p data-n="${n}">$12 a month</p>`;
    const sha256 = sha256Of(Buffer.from(source));
    if (!begin.test(sha256)) continue;
    await archive.put(Buffer.from(source));
    return { source, origin: { sha256, charset: 'utf-8', format: 'html' as const } };
  }
}

describe('the words of an archived page', () => {
  test.each([/^0/, /^[^0]/])('are the same with a text beside it and without, hash %s', async (begin) => {
    const { source, origin } = await pageWith(begin);
    const own = { source, text: pageText(source, 'html') };
    const made = archivedWords(archive, origin);
    expect(made).toEqual({ words: own });
    await archive.putText(origin, own.text);
    const found = archivedWords(archive, origin);
    expect([found?.words?.source, found?.words?.text, found?.isTextFalse]).toEqual([source, own.text, undefined]);
  });

  test('are not there where the page is not', () => {
    expect(archivedWords(archive, { sha256: '1'.repeat(64), charset: 'utf-8', format: 'html' })).toBeUndefined();
  });

  test('support nothing where the bytes can not be decoded as the page says', async () => {
    const { origin } = await pageWith(/./);
    expect(archivedWords(archive, { ...origin, charset: 'klingon' })).toEqual({ words: undefined });
  });

  test('are the page’s own where a share of the pages is looked through, and the text beside it is another', async () => {
    const { source, origin } = await pageWith(/^0/);
    await archive.putText(origin, 'Pro\n$92 a month');
    expect(archivedWords(archive, origin)).toEqual({
      words: { source, text: pageText(source, 'html') },
      isTextFalse: true,
    });
  });

  test('no price is published from a text that is found out to be false, and the alarm names the visit', async () => {
    const house = await kept();
    let page = vendorPage([{ name: 'Team', monthly: '12' }]);
    for (let n = 0; !page.sha256.startsWith('0'); n += 1)
      page = vendorPage([{ name: 'Team', monthly: '12' }], { salt: String(n) });
    await house.archive.put(page.bytes);
    const observation = visit(page, {});
    const origin = { sha256: page.sha256, charset: observation.page.charset, format: observation.page.format };
    await house.archive.putText(origin, page.words.text.replaceAll('12', '10'));
    const alarms: string[] = [];
    const { commit } = committer({
      ledger: house.ledger,
      archive: house.archive,
      products: new Map([['acme', product()]]),
      clock: () => new Date(observation.observedAt),
      onFalseText: ({ id }) => alarms.push(id),
    });
    expect((await commit(observation)).verdict).toMatchObject({ outcome: 'changed', refused: [] });
    expect(alarms).toEqual([observation.id]);
    expect(house.record().tiers).toMatchObject([{ prices: [{ amount: '12.00' }] }]);
  });
});
