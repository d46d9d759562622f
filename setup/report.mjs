/** One line a step, on stderr: results alone belong to stdout. */

export function report(step, text) {
  process.stderr.write(`setup  ${step.padEnd(12)}  ${text}\n`);
}

export function seconds(sinceMs) {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
