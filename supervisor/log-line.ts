/**
 * A line of a process's log, made short for a person at a terminal. Pure. Processes write JSON by pino, one object a
 * line; whatever else they write (a crash of Node itself) is shown as it is.
 */

/** Colours a text; the identity where there are no colours. */
export type Paint = (style: 'dim' | 'yellow' | 'red' | 'bold', text: string) => string;

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** Who wrote it stands before the line already. */
const UNSHOWN = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'event', 'err', 'v']);

export function shortLine(line: string, paint: Paint): string {
  const entry = parseEntry(line);
  if (entry === undefined) return line;
  const { time, level, event, msg, err } = entry;
  const facts = Object.entries(entry).filter(([key, value]) => !UNSHOWN.has(key) && value !== undefined);
  const words = [event, msg].filter((word) => typeof word === 'string' && word !== '').join(' ');
  return [
    paint('dim', clock(time)),
    levelWord(level, paint),
    words,
    ...facts.map(([key, value]) => `${paint('dim', `${key}=`)}${shortValue(value)}`),
    ...shortError(err, paint),
  ].join(' ');
}

function parseEntry(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    // Only pino's lines have a numeric level; other JSON on stdout is not ours to rearrange.
    return typeof entry === 'object' && entry !== null && 'level' in entry && typeof entry.level === 'number'
      ? (entry as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined; // a brace does not make it JSON; the line is shown as it is
  }
}

/** UTC, like every other time that we show. */
function clock(time: unknown): string {
  const date = new Date(typeof time === 'number' || typeof time === 'string' ? time : Number.NaN);
  return Number.isNaN(date.getTime()) ? '--:--:--' : date.toISOString().slice(11, 19);
}

function levelWord(level: unknown, paint: Paint): string {
  const word = (LEVELS[Number(level)] ?? String(level)).padEnd(5);
  if (Number(level) >= 50) return paint('red', word);
  return Number(level) >= 40 ? paint('yellow', word) : paint('dim', word);
}

function shortValue(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

function shortError(err: unknown, paint: Paint): string[] {
  if (typeof err !== 'object' || err === null) return [];
  const { message, stack } = err as { message?: unknown; stack?: unknown };
  const text = typeof stack === 'string' ? stack : String(message);
  return [`\n${paint('red', text.replaceAll(/^/gm, '    '))}`];
}
