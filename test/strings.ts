/** The strings that people see, by surface: the texts of `html` templates, and every other literal that reads as text. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNode, type Module, modulesOnDisk, type Node } from './architecture/modules.ts';

const ROOT = join(import.meta.dirname, '..');

/** What each surface is made of. A file belongs to the first surface that names it. */
export const SURFACES = {
  pages: [/^serve\/pages\//, /^serve\/record\/[\w-]*(?:words|text)\.ts$/, /^verifier\/research\//, /^data\/text\//],
  console: [/^console\//, /^verifier\/(?:review|status)\/(?!.*-command)/, /^data\/pipeline\//],
  'command-line': [/^(?:cli|setup|supervisor|config|packages)\//, /-command\.ts$/, /^crawler\/read\/explain\//],
  feeds: [/^serve\/files\/feeds\//],
  answers: [/^(?:serve|verifier)\//, /^data\/[\w-]+\.ts$/, /columns\.json$/],
} as const satisfies Record<string, readonly RegExp[]>;
export type Surface = keyof typeof SURFACES;

export interface FileStrings {
  file: string;
  strings: string[];
}

export function surfaceOf(file: string): Surface | undefined {
  return (Object.keys(SURFACES) as Surface[]).find((surface) => SURFACES[surface].some((part) => part.test(file)));
}

/** The visible strings of every surface, a file after the other. */
export function visibleStrings(): Map<Surface, FileStrings[]> {
  const found = new Map<Surface, FileStrings[]>();
  for (const { file, strings } of [...modulesOnDisk().map(stringsOf), ...columnTexts()]) {
    const surface = surfaceOf(file);
    if (surface === undefined || strings.length === 0) continue;
    found.set(surface, [...(found.get(surface) ?? []), { file, strings }]);
  }
  return found;
}

/** The columns of exports are described in JSON. */
function columnTexts(): FileStrings[] {
  return globSync('serve/files/exports/*.json', { cwd: ROOT }).map((file) => {
    const strings: string[] = [];
    JSON.parse(readFileSync(join(ROOT, file), 'utf8'), (_, value) => {
      if (typeof value === 'string' && isText(value)) strings.push(value);
      return value;
    });
    return { file, strings };
  });
}

export function stringsOf({ file, nodes }: Module): FileStrings {
  const names = new Set(nodes.flatMap(codeOf));
  const pieces = new Set(nodes.map(({ tag, quasi }) => (isNode(tag) ? quasi : undefined)));
  const strings = nodes.flatMap((node) => {
    if (node.type === 'TaggedTemplateExpression') return markupTexts(templateText(node.quasi as Node));
    if (names.has(node) || pieces.has(node)) return [];
    const text = literalText(node);
    return text !== undefined && isText(text) ? [oneLine(text)] : [];
  });
  return { file, strings: [...new Set(strings)] };
}

/** Literals that a program compares or looks up: keys, types, imports and operands. */
function codeOf({ type, key, source, literal, left, right, test, operator }: Node): unknown[] {
  if (type === 'BinaryExpression') return operator === '+' ? [] : [left, right];
  return type === 'SwitchCase' ? [test] : [key, source, literal];
}

function literalText(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node.type === 'TemplateLiteral' ? templateText(node) : undefined;
}

/** A template with `…` for each expression. */
function templateText({ quasis }: Node): string {
  return (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

const CODE = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|PRAGMA|ALTER|DROP|ATTACH|BEGIN|VACUUM|[.#@<{(\\]|\w+=)/;
const WORDS = /\p{Ll}[,.:;…’)”"]* [(“"…]*\p{L}|^\p{Lu}\p{Ll}+[.…]?$|… \p{Ll}{2,}|\p{Ll}{2,} …/u;

function isText(text: string): boolean {
  return !CODE.test(text) && WORDS.test(text);
}

const INLINE = /<\/?(?:a|abbr|b|bdi|code|em|i|kbd|small|span|strong|time|wbr|…)(?:\s[^>]*)?>/g;
const VISIBLE = /\b(?:title|aria-label|placeholder|alt|content|label)="([^"]*)"/g;

/** The runs of text between block elements, and the attributes that people see or hear. */
function markupTexts(markup: string): string[] {
  const attributes = [...markup.matchAll(VISIBLE)].map(([, text = '']) => text);
  const runs = markup.replaceAll(INLINE, '').split(/<[^>]*>/);
  return [...runs, ...attributes].map(oneLine).filter((text) => /\p{L}{2}/u.test(text));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
