/** The export files that the manifest names, downloaded as a consumer does. */
import { createHash } from 'node:crypto';
import { ExportManifest } from '../../serve/files/exports/manifest.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';

export async function exportManifest({ origin }: Pipeline): Promise<ExportManifest | undefined> {
  return ExportManifest.safeParse(await (await fetch(`${origin}/exports/manifest.json`)).json()).data;
}

/** @returns how many files there are @throws {Error} one is missing, or its hash is not that of the manifest */
export async function downloadExports(pipeline: Pipeline): Promise<number> {
  const { files = [] } = (await exportManifest(pipeline)) ?? {};
  for (const { url, sha256 } of files) {
    const response = await fetch(`${pipeline.origin}${new URL(url).pathname}`);
    if (response.status !== 200) throw new Error(`I7: ${url} was answered by ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const found = createHash('sha256').update(bytes).digest('hex');
    if (found !== sha256) throw new Error(`I4: ${url} is ${found}, and the manifest says ${sha256}`);
  }
  return files.length;
}
