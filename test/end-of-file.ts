/**
 * What helpers open for a test file, closed when it is done. A helper is loaded once for all files of a worker
 * (vitest.config.ts), so an `afterAll` of its own would be heard at the end of the first of them alone.
 */
const closing: (() => unknown)[] = [];

export function atEndOfFile(close: () => unknown): void {
  closing.push(close);
}

/** The last opened first. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}
