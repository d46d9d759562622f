/** Rules about imports, workers, SQL and folders. Each takes modules and returns a line for each violation. */
import { folderOf, isWithin, localImports, type Module, packagesOf, textOf, topFolderOf, wordsOf } from './modules.ts';

/** Groups of folders that import one another in a circle, each as its sorted names. */
export function folderCycles(modules: readonly Module[]): string[] {
  const imports = new Map<string, Set<string>>();
  for (const module of modules) {
    const from = folderOf(module.file);
    const targets = localImports(module).map(folderOf);
    imports.set(from, new Set([...(imports.get(from) ?? []), ...targets.filter((to) => to !== from)]));
  }
  const reached = new Map([...imports.keys()].map((folder) => [folder, reachableFrom(folder, imports)]));
  const circleOf = (folder: string) =>
    [...(reached.get(folder) ?? [])].filter((other) => reached.get(other)?.has(folder) === true);
  const circles = [...imports.keys()].map((folder) => circleOf(folder).toSorted()).filter(({ length }) => length > 0);
  return [...new Set(circles.map((circle) => circle.join(' ↔ ')))].toSorted();
}

/** Without the start, unless a circle leads back to it. */
function reachableFrom(start: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const open = [...(imports.get(start) ?? [])];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (reached.has(folder)) continue;
    reached.add(folder);
    open.push(...(imports.get(folder) ?? []));
  }
  return reached;
}

const READERS = 'crawler/read';
/** Globals by which code reads a clock, a random number, the process, or anything outside it. */
const IMPURE =
  /^(?:Date\.now|performance\.\w+|process\.\w+|Math\.random|console\.\w+|globalThis\.\w+|fetch|set(?:Timeout|Interval|Immediate)|Date)$/;

/** Readers are pure: text in, readings out. They import only readers and data outside the store, and no module of Node. */
export function impureReaders(modules: readonly Module[]): string[] {
  return modules
    .filter(({ file }) => isWithin(file, READERS))
    .flatMap((module) => {
      const foreign = localImports(module).filter(
        (name) => !isWithin(name, READERS) && (!isWithin(name, 'data') || isWithin(name, 'data/store')),
      );
      const ofNode = module.imports.filter((name) => name.startsWith('node:'));
      return [...new Set([...foreign, ...ofNode, ...impureWords(module)])].map((what) => `${module.file}: ${what}`);
    });
}

function impureWords(module: Module): string[] {
  return module.nodes.flatMap((node) => {
    if (node.type === 'MemberExpression' && IMPURE.test(wordsOf(module, node))) return [wordsOf(module, node)];
    if (node.type === 'CallExpression' && IMPURE.test(wordsOf(module, node.callee)))
      return /\./.test(wordsOf(module, node.callee)) ? [] : [`${wordsOf(module, node.callee)}()`];
    const isNow = node.type === 'NewExpression' && /^new Date(?:\(\))?$/.test(wordsOf(module, node));
    return isNow ? ['new Date()'] : [];
  });
}

/** @param allowed the folders, or files, that may import each package */
export function strayPackages(
  modules: readonly Module[],
  allowed: Readonly<Record<string, readonly string[]>>,
): string[] {
  return modules.flatMap((module) =>
    packagesOf(module)
      .filter((name) => !(allowed[name] ?? []).some((place) => isWithin(module.file, place)))
      .map((name) => `${module.file}: ${name}`),
  );
}

/** A worker is a file of the folder that starts it: its messages are a private matter of that folder. */
export function farWorkers(modules: readonly Module[]): string[] {
  return modules.flatMap((module) =>
    module.nodes.flatMap((node) => {
      if (node.type !== 'NewExpression' || wordsOf(module, node.callee) !== 'URL') return [];
      const [target] = node.arguments as unknown[];
      const path = textOf(target) ?? '';
      return /^\.\/[^/]+$|^(?!.*\.[mc]?[jt]s$)/.test(path) ? [] : [`${module.file}: ${path}`];
    }),
  );
}

const SQL =
  /^\s*(?:SELECT\s|INSERT (?:OR \w+ )?INTO\s|REPLACE INTO\s|UPDATE \w+ SET\s|DELETE FROM\s|CREATE (?:TEMP |UNIQUE |VIRTUAL )?(?:TABLE|INDEX|TRIGGER|VIEW)\s|(?:DROP|ALTER) (?:TABLE|INDEX|TRIGGER)\s|PRAGMA\s|ATTACH\s|VACUUM INTO\s|WITH (?:RECURSIVE )?\w+(?:\(.*\))? AS\s|(?:BEGIN|COMMIT|ROLLBACK)(?:;|$))/;

/** Statements as literals, and calls of `pragma`. A file is named once. */
export function sqlOutsideStore(modules: readonly Module[]): string[] {
  return modules
    .filter(({ file }) => !isWithin(file, 'data/store'))
    .filter((module) =>
      module.nodes.some(
        (node) =>
          SQL.test(textOf(node) ?? '') ||
          (node.type === 'CallExpression' && /\.pragma$/.test(wordsOf(module, node.callee))),
      ),
    )
    .map(({ file }) => file);
}

export function unknownFolders(modules: readonly Module[], known: readonly string[]): string[] {
  const folders = new Set(modules.map(({ file }) => topFolderOf(file)));
  return [...folders].filter((folder) => !known.includes(folder)).toSorted();
}

/** `folder: files` of each with more files than that. */
export function crowdedFolders(modules: readonly Module[], most: number): string[] {
  const counts = Map.groupBy(modules, ({ file }) => folderOf(file));
  return [...counts].filter(([, files]) => files.length > most).map(([folder, files]) => `${folder}: ${files.length}`);
}
