/** Milliseconds of processor time that the work takes, whatever else the machine does. */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const MB = 1024 * 1024;

type Growth = (work: (page: string) => unknown, head: string, part: (at: number) => string) => number;

/** How many times as long the work takes on a page of that size as on a quarter of it: 4 is linear, 16 quadratic. */
export function growthTo(megabytes: number): Growth {
  return (work, head, part) =>
    growth(
      work,
      [megabytes / 4, megabytes].map((size) => pageOf(size * MB, head, part)),
    );
}

function pageOf(bytes: number, head: string, part: (at: number) => string): string {
  let source = head;
  for (let at = 0; source.length < bytes; at += 1) source += part(at);
  return source;
}

function growth(work: (page: string) => unknown, [small = '', large = '']: readonly string[]): number {
  // Some milliseconds are too few to compare.
  const first = Math.max(
    cpuMs(() => work(small)),
    50,
  );
  return cpuMs(() => work(large)) / first;
}
