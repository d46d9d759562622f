/** The one log of all processes: prefixed, coloured and short at a terminal; in a pipe as the processes wrote it. */
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
