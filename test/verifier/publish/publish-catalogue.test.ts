/** A catalogue that is edited: the same is published however it came to be. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Catalogue, loadCatalogue } from '../../../data/catalogue/catalogue.ts';
import type { CatalogueProduct } from '../../../data/product.ts';
import { openStaging, type Staging } from '../../../data/store/generation/staging.ts';
import { openLedger } from '../../../data/store/ledger/ledger.ts';
import { publishNow } from '../../../verifier/publish/publish.ts';
import { committer } from '../../../verifier/worker/commit.ts';
import { daysAfterNoon, NOON } from '../../builders.ts';
import { repetitions } from '../../long.ts';
import { vendorPage, visit } from '../vendor-page.ts';
import { archived, install } from '../verifier-process.ts';

const PRODUCTS = 20;
const PAGE = vendorPage([{ name: 'Team', monthly: '12' }]);
/** One that any product may have, and one at a time has. */
const WANDERER = 'wanderer';

async function editor() {
  const installation = await install(PRODUCTS);
  await archived(installation.archive, PAGE);
  const file = join(installation.dataDir, 'staging.db');
  const ledger = openLedger(join(installation.dataDir, 'ledger.db'));
  let staging: Staging = openStaging(file);
  let catalogue: Catalogue = loadCatalogue(installation.catalogueDir);
  let visits = 0;
  const reopen = () => {
    staging.close();
    staging = openStaging(file);
  };
  return {
    file,
    ledger,
    reopen,
    catalogue: () => catalogue,
    products: (edit: (products: CatalogueProduct[]) => CatalogueProduct[]) => {
      const products = edit(catalogue.products).toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
      catalogue = { ...catalogue, products };
    },
    edit: (edited: Partial<Catalogue>) => {
      catalogue = { ...catalogue, ...edited };
    },
    async visit(slug: string) {
      const products = new Map(catalogue.products.map((product) => [product.slug, product]));
      const { commit } = committer({ ledger, archive: installation.archive, products, clock: () => new Date(NOON) });
      visits += 1;
      await commit(visit(PAGE, { slug, at: daysAfterNoon(visits) }));
    },
    publish: () =>
      publishNow({
        ledger,
        staging,
        archive: installation.archive,
        catalogue,
        dir: join(installation.dataDir, 'generations'),
        around: new Map(),
        copiesDir: join(installation.dataDir, 'copies'),
        now: new Date(NOON),
      }),
    forget() {
      staging.close();
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      staging = openStaging(file);
    },
    close() {
      staging.close();
      ledger.close();
    },
  };
}

type Editor = Awaited<ReturnType<typeof editor>>;

function renamed(desk: Editor, at: number, name: string): void {
  desk.products((all) => all.map((product, index) => (index === at % all.length ? { ...product, name } : product)));
}

function added(desk: Editor, slug: string): void {
  const source = { id: 'pricing', url: `https://${slug}.example/pricing` };
  desk.products((all) => {
    const [like] = all;
    if (like === undefined || all.some((product) => product.slug === slug)) return all;
    return [...all, { ...like, slug, name: slug, aliases: [], sources: [{ ...like.sources[0], ...source }] } as never];
  });
}

/** What people do to a catalogue, and what happens meanwhile. */
const edits: Record<string, (desk: Editor, at: number) => void | Promise<void>> = {
  rename: (desk, at) => renamed(desk, at, `Acme ${at}`),
  add: (desk, at) => added(desk, `newcomer-${at % 5}`),
  remove: (desk, at) =>
    desk.products((all) => (all.length < PRODUCTS ? all : all.filter((_, index) => index !== at % all.length))),
  alias: (desk, at) =>
    desk.products((all) =>
      all.map((product, index) => ({ ...product, aliases: index === at % all.length ? [WANDERER] : [] })),
    ),
  retire: (desk, at) =>
    desk.products((all) =>
      all.map((product, index) =>
        index === at % all.length
          ? { ...product, retired: { reason: 'Shut down', source: 'https://acme.example/blog' } }
          : product,
      ),
    ),
  observe(desk, at) {
    const observed = new Map(desk.catalogue().observed);
    const [facts = []] = observed.values();
    const { slug } = desk.catalogue().products[at % desk.catalogue().products.length] ?? { slug: 'acme-0' };
    observed.set(
      slug,
      facts.map((fact) => ({ ...fact, value: `${at}.00` }) as typeof fact),
    );
    desk.edit({ observed });
  },
  categorise: (desk, at) => desk.edit({ categories: [{ id: 'crm', name: `CRM ${at}` }] }),
  visit: (desk, at) => desk.visit(desk.catalogue().products[at % desk.catalogue().products.length]?.slug ?? ''),
  restart: (desk) => desk.reopen(),
};

it('is published as if it had been there from the beginning, whatever was edited on the way', async () => {
  const step = fc.record({ kind: fc.constantFrom(...Object.keys(edits)), at: fc.nat(40), isPublished: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const desk = await editor();
      try {
        desk.publish();
        for (const { kind, at, isPublished } of steps) {
          await edits[kind]?.(desk, at);
          if (isPublished) desk.publish();
        }
        const { sha256 } = desk.publish();
        desk.forget();
        expect(desk.publish()).toMatchObject({ sha256, recomputed: desk.catalogue().products.length, unchanged: true });
      } finally {
        desk.close();
      }
    }),
    { numRuns: repetitions(8, 60) },
  );
});

it('makes only those products anew of which it says something else', async () => {
  const desk = await editor();
  desk.publish();
  renamed(desk, 3, 'Acme the third');
  added(desk, 'newcomer');
  desk.reopen();
  expect(desk.publish()).toMatchObject({ products: PRODUCTS + 1, recomputed: 2, changes: 1 });
  desk.products((all) => all.filter(({ slug }) => slug !== 'newcomer'));
  expect(desk.publish()).toMatchObject({ products: PRODUCTS, recomputed: 0, unchanged: false });
  desk.edit({ categories: [{ id: 'crm', name: 'Customers' }] });
  expect(desk.publish()).toMatchObject({ recomputed: 0, unchanged: false });
  desk.close();
});

it('makes all of them anew where what it said before is not known', async () => {
  const desk = await editor();
  desk.publish();
  const kept = `${desk.file}-catalogue`;
  for (const [at, damage] of [() => rmSync(kept), () => writeFileSync(kept, '{"whole"'), () => {}].entries()) {
    renamed(desk, at, `Acme renamed ${at}`);
    damage();
    desk.reopen();
    expect(desk.publish()).toMatchObject({ recomputed: at < 2 ? PRODUCTS : 1, unchanged: false });
  }
  desk.close();
});
