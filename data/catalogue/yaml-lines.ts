/** YAML by a schema, with the line of each fault. JSON is YAML. */
import { isMap, isSeq, LineCounter, type Node, parse, parseDocument } from 'yaml';
import type * as z from 'zod';
import { defined } from '../defined.ts';

export interface TextFault {
  line?: number;
  said: string;
}

/** The value of a text, or what is wrong with it. @param parse throws where the text is malformed */
export function checkedText<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  parse: (text: string) => unknown,
): { value: z.output<Schema> } | { faults: TextFault[]; isMalformed: boolean } {
  const faultAt = (path: readonly PropertyKey[], said: string) => ({ ...defined({ line: lineIn(text, path) }), said });
  try {
    const parsed = schema.safeParse(parse(text));
    if (parsed.success) return { value: parsed.data };
    const faults = parsed.error.issues.map((issue) => {
      const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
      return faultAt(path, `${issue.path.map(String).join('.') || 'the file'}: ${issue.message}`);
    });
    return { faults, isMalformed: false };
  } catch (cause) {
    const [said = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    return { faults: [faultAt([], said.replace(/:$/, ''))], isMalformed: true };
  }
}

/** Faults in words, each with its line: "line 3: plans.0.name: …". */
export function parsedYaml<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): { value: z.output<Schema> } | { faults: string[] } {
  const checked = checkedText(text, schema, (yaml) => parse(yaml, { maxAliasCount: 0 }));
  if ('value' in checked) return checked;
  const malformed = checked.isMalformed ? 'not YAML: ' : '';
  const at = (line: number | undefined) => (line === undefined ? '' : `line ${line}: `);
  return { faults: checked.faults.map(({ line, said }) => `${at(line)}${malformed}${said}`) };
}

/** The line of the deepest known part of the path; of the first mistake where the text is no YAML. */
export function lineIn(text: string, path: readonly PropertyKey[]): number | undefined {
  const lineCounter = new LineCounter();
  const { contents, errors } = parseDocument(text, { lineCounter });
  const [error] = errors;
  if (error !== undefined) return error.linePos?.[0].line;
  let at = contents?.range?.[0];
  let node: unknown = contents;
  for (const step of path) {
    const pair = isMap<Node, Node>(node) ? node.items.find(({ key }) => String(key) === String(step)) : undefined;
    const item = isSeq<Node>(node) ? node.items[Number(step)] : undefined;
    at = (pair?.key ?? item)?.range?.[0] ?? at;
    node = pair?.value ?? item;
  }
  return at === undefined ? undefined : lineCounter.linePos(at).line;
}
