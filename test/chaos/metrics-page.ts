/** What a process counts, as Prometheus would ask for it. */

/** The sum of all lines of `/metrics` that a pattern (with `m`, its first group the number) finds. */
export async function figureOf(port: number, line: RegExp): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const all = new RegExp(line.source, `${line.flags.replace('g', '')}g`);
  return [...text.matchAll(all)].reduce((sum, [, value]) => sum + Number(value), 0);
}
