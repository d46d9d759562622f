/** The one log of all processes: short and coloured at a terminal; in a pipe as the processes wrote it. */
import { styleText } from 'node:util';

/** Colours a text; the identity where there are no colours. */
export type Paint = (style: 'dim' | 'yellow' | 'red' | 'bold', text: string) => string;

export type WriteLine = (process: string, line: string) => void;

const COLOURS = ['cyan', 'magenta', 'green', 'blue', 'yellow', 'gray'] as const;

export function outputTo(stream: NodeJS.WriteStream, { short }: { short: boolean }): WriteLine {
  if (!short) return (_process, line) => void stream.write(`${line}\n`);
  const paint: Paint = (style, text) => styleText(style, text, { stream });
  const colours = new Map<string, (typeof COLOURS)[number]>();
  return (process, line) => {
    const colour = colours.get(process) ?? COLOURS[colours.size % COLOURS.length] ?? 'gray';
    colours.set(process, colour);
    const prefix = styleText(colour, `${process.padEnd(10)} |`, { stream });
    stream.write(`${prefix} ${shortLine(line, paint).replaceAll('\n', `\n${prefix} `)}\n`);
  };
}

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

const UNSHOWN = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'event', 'err', 'v']);

/** A pino log line, shortened for a person. Other lines (a crash of Node itself) are left unchanged. */
export function shortLine(line: string, paint: Paint): string {
  const entry = parseEntry(line);
  if (entry === undefined) return line;
  const { time, level, event, msg, err } = entry;
  const facts = Object.entries(entry).filter(([key, value]) => !UNSHOWN.has(key) && value !== undefined);
  return [
    paint('dim', clock(time)),
    levelWord(level, paint),
    [event, msg].filter((word) => typeof word === 'string' && word !== '').join(' '),
    ...facts.map(([key, value]) => `${paint('dim', `${key}=`)}${shortValue(value)}`),
    ...shortError(err, paint),
  ].join(' ');
}

/** Only pino's lines have a numeric level. */
function parseEntry(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    return typeof entry.level === 'number' ? entry : undefined;
  } catch {
    return undefined; // Not JSON, although it begins with a brace.
  }
}

function clock(time: unknown): string {
  const date = new Date(typeof time === 'number' || typeof time === 'string' ? time : Number.NaN);
  return Number.isNaN(date.getTime()) ? '--:--:--' : date.toISOString().slice(11, 19);
}

function levelWord(level: unknown, paint: Paint): string {
  const word = (LEVELS[Number(level)] ?? String(level)).padEnd(5);
  if (Number(level) >= 50) return paint('red', word);
  return paint(Number(level) >= 40 ? 'yellow' : 'dim', word);
}

function shortValue(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

function shortError(err: unknown, paint: Paint): string[] {
  if (typeof err !== 'object' || err === null) return [];
  const { message, stack } = err as { message?: unknown; stack?: unknown };
  const text = typeof stack === 'string' ? stack : String(message);
  return [`\n${paint('red', text.replaceAll(/^/gm, '    '))}`];
}
