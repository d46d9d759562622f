/** What a process did to files, from its strace log, in the order in which successful calls returned. */
export type DiskEvent =
  | { kind: 'create'; path: string; isEmptied: boolean }
  | { kind: 'write'; path: string; offset: number; bytes: Buffer }
  | { kind: 'resize'; path: string; size: number }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'remove'; path: string }
  | { kind: 'mkdir'; path: string }
  | { kind: 'sync'; path: string }
  /** A piece of the process's own log. */
  | { kind: 'said'; text: string };

const UNFINISHED = ' <unfinished ...>';
const CALL = /^(\d+) +(\w+)\((.*)\) += (-?\d+)(.*)$/;
const RESUMED = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/;
/** `23</path>`, as strace prints a descriptor with -y. */
const DESCRIPTOR = /^(\d+)<((?:\\x[0-9a-f]{2})*)>(\(deleted\))?/;
const QUOTED = /"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g;

/** @throws {Error} a line that can't be understood: what was not seen can't be lost either */
export function diskEvents(log: string): DiskEvent[] {
  const events: DiskEvent[] = [];
  const begun = new Map<string, string>();
  /** Where the next `write` of a descriptor goes. */
  const positions = new Map<string, number>();
  for (const line of log.split('\n')) {
    if (line.endsWith(UNFINISHED)) {
      begun.set(line.split(' ', 1)[0] ?? '', line.slice(0, -UNFINISHED.length));
      continue;
    }
    const [, thread = '', rest = ''] = RESUMED.exec(line) ?? [];
    const whole = thread === '' ? line : `${begun.get(thread) ?? ''}${rest}`;
    const [, , call, args, returned] = CALL.exec(whole) ?? [];
    if (call === undefined || args === undefined || Number(returned) < 0) continue;
    const event = eventOf(call, args, { returned: Number(returned), positions });
    if (event !== undefined) events.push(event);
  }
  return events;
}

interface Outcome {
  returned: number;
  positions: Map<string, number>;
}

function eventOf(call: string, args: string, { returned, positions }: Outcome): DiskEvent | undefined {
  const strings = [...args.matchAll(QUOTED)].map(([, hex = '', isCut]) => {
    if (isCut !== undefined) throw new Error(`A ${call} is longer than what was recorded of it`);
    return bytesOf(hex);
  });
  const [first = '', second = ''] = strings.map(String);
  const [, descriptor = '', hex = '', isDeleted] = DESCRIPTOR.exec(args) ?? [];
  const path = bytesOf(hex).toString();
  switch (call) {
    case 'openat': {
      positions.set(String(returned), 0);
      const isEmptied = args.includes('O_TRUNC');
      return args.includes('O_CREAT') || isEmptied ? { kind: 'create', path: first, isEmptied } : undefined;
    }
    case 'write': {
      const bytes = (strings[0] ?? Buffer.alloc(0)).subarray(0, returned);
      if (descriptor === '2') return { kind: 'said', text: bytes.toString() };
      if (!path.startsWith('/') || isDeleted) return undefined;
      const offset = positions.get(descriptor) ?? 0;
      positions.set(descriptor, offset + bytes.length);
      return { kind: 'write', path, offset, bytes };
    }
    case 'pwrite64': {
      if (isDeleted) return undefined;
      const bytes = (strings[0] ?? Buffer.alloc(0)).subarray(0, returned);
      return { kind: 'write', path, offset: lastNumber(args), bytes };
    }
    case 'ftruncate':
      return isDeleted ? undefined : { kind: 'resize', path, size: lastNumber(args) };
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return { kind: 'rename', from: first, to: second };
    case 'unlink':
    case 'unlinkat':
    case 'rmdir':
      return { kind: 'remove', path: first };
    case 'mkdir':
    case 'mkdirat':
      return { kind: 'mkdir', path: first };
    case 'fsync':
    case 'fdatasync':
      return isDeleted ? undefined : { kind: 'sync', path };
    default:
      throw new Error(`A ${call} was recorded, which nobody asked for`);
  }
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}

function lastNumber(args: string): number {
  return Number(args.slice(args.lastIndexOf(',') + 1));
}
