/** A reporter that ends a run with the seconds of each folder of test/, summed over all workers. */
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

interface Group {
  files: number;
  tests: number;
  ms: number;
}

export class SecondsByFolder implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return;
    const groups = new Map<string, Group>();
    for (const module of modules) {
      const folder = folderOf(module.moduleId);
      const { files, tests, ms } = groups.get(folder) ?? { files: 0, tests: 0, ms: 0 };
      const { collectDuration, duration } = module.diagnostic();
      const count = [...module.children.allTests()].length;
      groups.set(folder, { files: files + 1, tests: tests + count, ms: ms + collectDuration + duration });
    }
    const rows = [...groups].toSorted(([, a], [, b]) => b.ms - a.ms);
    const line = (cells: readonly (string | number)[]) =>
      cells.map((cell, at) => (at === 0 ? String(cell).padEnd(22) : String(cell).padStart(8))).join('');
    console.log(line(['Folder', 'files', 'tests', 'seconds']));
    for (const [folder, { files, tests, ms }] of rows)
      console.log(line([folder, files, tests, (ms / 1000).toFixed(1)]));
  }
}

/** `test/serve` for a file at any depth below it; `test` for a file beside the folders. */
function folderOf(file: string): string {
  const [folder, ...rest] = relative(import.meta.dirname, file).split('/');
  return rest.length === 0 ? 'test' : `test/${folder}`;
}
