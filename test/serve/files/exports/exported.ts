/** Exports of what a test publishes, made as the exporter makes them. */
import { join } from 'node:path';
import { readCurrent } from '../../../../data/store/generation/current.ts';
import type { ExportManifest, ExportName } from '../../../../serve/files/exports/manifest.ts';
import { makeExports } from '../../../../serve/files/exports/write.ts';
import { type Content, publisher, SITE } from '../../served.ts';

export interface Exported {
  /** Where generations are published; exports are beside it. */
  generations: string;
  dir: string;
  publish(content: Content, now?: Date): string;
  /** Of what is published now. */
  make(): Promise<ExportManifest>;
}

export function exporter(): Exported {
  const { dir: generations, publish } = publisher();
  const dir = join(generations, '../exports');
  return {
    generations,
    dir,
    publish,
    make() {
      const current = readCurrent(generations);
      if (current === undefined) throw new Error('Cannot export before something is published');
      return makeExports(dir, { generations, current, site: SITE });
    },
  };
}

export interface Files extends Exported {
  manifest: ExportManifest;
  path(name: ExportName): string;
}

export async function exported(content: Content, now?: Date): Promise<Files> {
  const place = exporter();
  place.publish(content, now);
  const manifest = await place.make();
  return { ...place, manifest, path: (name) => join(place.dir, manifest.generation, name) };
}
