/** A ledger with many readings that wait: 200 of one kind and others of five different kinds, for the real console and verifier. */
import { join } from 'node:path';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { openLedger } from '../../data/store/ledger/ledger.ts';
import { committer } from '../../verifier/worker/commit.ts';
import { daysAfterNoon } from '../builders.ts';
import { repetitions } from '../long.ts';
import { type Offered, type VendorPage, vendorPage, visit } from '../verifier/vendor-page.ts';
import { type Installation, install } from '../verifier/verifier-process.ts';

export const ALIKE = 200;
export const DIFFERENT = repetitions(15, 50);
export const OF_A_KIND = DIFFERENT / 5;

type Step = (n: number) => VendorPage;

const hobby: Offered = { name: 'Hobby', claim: 'free' };
const team = (monthly: string): Offered => ({ name: 'Team', monthly });
const scale: Offered = { name: 'Scale', monthly: '99' };

/** What a vendor's page said, and what it says a week later. */
const LEAP: Step[] = [(n) => vendorPage([hobby, team(`${n + 5}`)]), (n) => vendorPage([hobby, team(`${(n + 5) * 9}`)])];
const KINDS: Step[][] = [
  [
    () => vendorPage([hobby, team('12')]),
    (n) => vendorPage([hobby, team(`${n + 5}`)], { symbol: '€', currency: 'EUR' }),
  ],
  [() => vendorPage([hobby, team('12'), scale]), (n) => vendorPage([team(`${n + 10}`)], { salt: 'fewer' })],
  [(n) => vendorPage([team(`${n + 900}`)]), (n) => vendorPage([team(`${n + 1}`)])],
  [(n) => vendorPage([team(`${n + 5}`)], { confidence: 0.7 })],
  [(n) => vendorPage([team(`${n + 5}`), { ...scale, confidence: 0.6 }], { confidence: 0.97 })],
];

/** All waiting readings of `acme-0` to `acme-199` are a price that moved far; those after them take turns. */
export async function installWaitingCases(): Promise<Installation> {
  const installation = await install(ALIKE + DIFFERENT);
  const { dataDir, catalogueDir, archive } = installation;
  const { products } = loadCatalogue(catalogueDir);
  const ledger = openLedger(join(dataDir, 'ledger.db'));
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  const { commit } = committer({ ledger, archive, products: bySlug, clock: () => new Date(daysAfterNoon(8)) });
  for (const day of [0, 7])
    await Promise.all(
      products.map(async ({ slug }) => {
        const n = Number(slug.slice('acme-'.length));
        const steps = n < ALIKE ? LEAP : (KINDS[n % KINDS.length] ?? []);
        const page = steps[day === 0 ? 0 : 1]?.(n);
        if (page === undefined) return;
        await archive.put(page.bytes);
        await commit(visit(page, { slug, at: daysAfterNoon(day) }));
      }),
    );
  ledger.close();
  return installation;
}
