/** The strings that people see, by surface: the texts of `html` templates, and every other literal that reads as text. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Module, modulesOnDisk, type Node } from './architecture/modules.ts';

const ROOT = join(import.meta.dirname, '..');

/** The files of each surface. A file belongs to the first surface that matches. */
export const SURFACES = {
  pages: [/^serve\/pages\//, /^serve\/record\/[\w-]*words\.ts$/, /^verifier\/research\//, /^data\/text\//],
  console: [/^console\//, /^verifier\/(?:review|status)\/(?!.*-command)/, /^data\/pipeline\//],
  'command-line': [
    ...[/^(?:cli|setup|supervisor|config|packages)\//, /-command\.ts$/, /^data\/(?:store|catalogue)\//],
    /^crawler\/(?:api-import|corpus-replay|fetch|find|model|reread|schedule|visit|read\/(?:explain|judge|recipe))\//,
  ],
  feeds: [/^serve\/files\/feeds\//],
  answers: [/^(?:serve|verifier)\//, /^data\/(?:prices\/)?[\w-]+\.ts$/, /columns\.json$/],
} as const satisfies Record<string, readonly RegExp[]>;
export type Surface = keyof typeof SURFACES;

export interface FileStrings {
  file: string;
  strings: string[];
}

/** The visible strings of every surface, by file. */
export function visibleStrings(): Map<Surface, FileStrings[]> {
  const all = [...modulesOnDisk().map(stringsOf), ...columnTexts()].filter(({ strings }) => strings.length > 0);
  const surfaces = Object.keys(SURFACES) as Surface[];
  const surfaceOf = (file: string) => surfaces.find((each) => SURFACES[each].some((part) => part.test(file)));
  return new Map(surfaces.map((surface) => [surface, all.filter(({ file }) => surfaceOf(file) === surface)]));
}

/** Columns of exports are described in JSON. */
function columnTexts(): FileStrings[] {
  return globSync('serve/files/exports/*.json', { cwd: ROOT }).map((file) => {
    const texts = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/"meaning": "((?:[^"\\]|\\.)+)"/g)];
    return { file, strings: distinct(texts.map(([, text = '']) => text)) };
  });
}

export function stringsOf({ file, nodes }: Pick<Module, 'file' | 'nodes'>): FileStrings {
  const code = new Set(nodes.flatMap(codeOf));
  return { file, strings: distinct(nodes.flatMap((node) => (code.has(node) ? [] : textsOf(node)))) };
}

/** What a program compares or looks up, and the parts of a tagged template, which is read as a whole. */
function codeOf({ type, key, source, literal, left, right, test, operator, quasi }: Node): unknown[] {
  if (type === 'BinaryExpression') return operator === '+' ? [] : [left, right];
  return type === 'SwitchCase' ? [test] : [key, source, literal, quasi];
}

function textsOf(node: Node): string[] {
  if (node.type === 'TaggedTemplateExpression') return markupTexts(templateText(node.quasi as Node));
  if (node.type === 'TemplateLiteral') {
    const text = templateText(node);
    return CODE.test(text) ? [] : text.split('\n').filter(isText);
  }
  return node.type === 'Literal' && typeof node.value === 'string' && isText(node.value) ? [node.value] : [];
}

/** A template with `…` for each expression. */
function templateText({ quasis }: Node): string {
  return (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

/** SQL, Lua, JavaScript, CSS and headers. */
const CODE = new RegExp(
  [
    /^\s*(?:[.#@][\w-]|[<{\\]|\w+=|:root|:where|[\w-]+\/[\w-]+;|default-src|private,|public,|event:)/,
    /\b(?:SELECT|UPDATE|DELETE|INSERT|CREATE|PRAGMA|BEGIN|WHERE|FROM|JOIN|GROUP BY|ORDER BY|IS NULL|IS NOT|CASE WHEN)\b/,
    /\bAS [a-z"]\w+| [=?>] [@?]\w|\bkind IN |redis\.call|new Promise|querySelector/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
const WORDS = /\p{Ll}[,.:;…’)”"]* [(“"…]*\p{L}|^\p{Lu}\p{Ll}+[.…]?$|… \p{Ll}{2,}|\p{Ll}{2,} …/u;

function isText(text: string): boolean {
  return !CODE.test(text) && WORDS.test(text);
}

const INLINE = /<\/?(?:a|abbr|b|bdi|code|em|i|kbd|small|span|strong|time|wbr)(?:\s[^>]*)?>/g;
const VISIBLE = /\b(?:title|aria-label|placeholder|alt|content|label)="([^"]*)"/g;

/** The runs of text between block elements, and the attributes that people see or hear. */
function markupTexts(markup: string): string[] {
  const attributes = [...markup.matchAll(VISIBLE)].map(([, text = '']) => text);
  const runs = markup.replaceAll(INLINE, '').split(/<[^>]*>/);
  return [...runs, ...attributes].filter((text) => /\p{L}{2}/u.test(text) && !CODE.test(text));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()))];
}
