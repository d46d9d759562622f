/** The Procfile lists the processes of an installation. All are Node programs, started without a shell. Pure. */
export interface ProcfileEntry {
  name: string;
  /** What follows `node`: the program and its arguments. */
  args: string[];
}

/** @throws {Error} a line is not `name: node program [argument …]`, or a name occurs twice */
export function parseProcfile(text: string): ProcfileEntry[] {
  const lines = text.split('\n').map((line) => line.trim());
  const entries = lines.filter((line) => line !== '' && !line.startsWith('#')).map(parseLine);
  const twice = entries.find(({ name }, index) => entries.findIndex((other) => other.name === name) < index);
  if (twice !== undefined) throw new Error(`Cannot read the Procfile: "${twice.name}" occurs twice`);
  return entries;
}

function parseLine(line: string): ProcfileEntry {
  const [, name, command] = /^([\w-]+):\s+node\s+(\S.*)$/.exec(line) ?? [];
  if (name === undefined || command === undefined)
    throw new Error(`Cannot read the Procfile: "${line}" is not "name: node program"`);
  return { name, args: command.split(/\s+/) };
}
