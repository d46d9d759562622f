/** Milliseconds of processor time that the work takes, whatever else the machine does. */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const MB = 1024 * 1024;

/** How many times as long the work takes on a page of 4 MB as on one of 1 MB: 4 is linear, 16 quadratic. */
export function growthTo4Mb(work: (page: string) => unknown, head: string, part: (at: number) => string): number {
  const page = (bytes: number) => {
    let source = head;
    for (let at = 0; source.length < bytes; at += 1) source += part(at);
    return source;
  };
  const [small, large] = [page(MB), page(4 * MB)];
  // Some milliseconds are too few to compare.
  const first = Math.max(
    cpuMs(() => work(small)),
    50,
  );
  return cpuMs(() => work(large)) / first;
}
