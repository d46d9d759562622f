/** The processes that a process has started, and they in turn, as the system knows them now. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Descendant {
  pid: number;
  parent: number;
  /** As it was started. */
  command: string;
}

/** @throws {Error} the system has no /proc */
export function descendantsOf(pid: number): Descendant[] {
  const all = readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? processAt(Number(entry)) : []));
  const found: Descendant[] = [];
  for (let parents = [pid]; parents.length > 0; ) {
    const children = all.filter(({ parent }) => parents.includes(parent));
    found.push(...children);
    parents = children.map((child) => child.pid);
  }
  return found;
}

function processAt(pid: number): Descendant[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return [{ pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
  } catch {
    // It ended between the listing and the reading.
    return [];
  }
}

/** False where it has ended meanwhile. */
export function signal(pid: number, what: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, what);
  } catch {
    return false;
  }
}
