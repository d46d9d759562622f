/**
 * The one log of all processes, on stderr: prefixed, coloured and short at a terminal; as the processes wrote it for
 * a pipe, so that `npm start 2>assay.log` is a file of JSON lines.
 */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { styleText } from 'node:util';
import { type Paint, shortLine } from './log-line.ts';

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

/** Whole lines only, so that two processes never share one. */
export function eachLine(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLine);
}
