/**
 * From the text of a description to plain values, within bounds. Pure; never throws.
 *
 * The text is hostile: it may be huge, nest without end, or name itself in circles. Nothing outside the document is
 * ever fetched for it.
 */
import { type Document, isScalar, parseDocument } from 'yaml';

/** The largest that vendors publish are of some 12 MB. */
const JSON_UNITS = 24 * 1024 * 1024;
/** YAML is read some thirty times slower than JSON, and the reader has seconds. */
const YAML_UNITS = 4 * 1024 * 1024;
/** Deeper than any schema; below the depth at which a recursive parser would run out of stack. */
const MAX_DEPTH = 400;
/** Nodes that all aliases together may stand for (the "billion laughs"). */
const MAX_ALIASES = 200;

type Parsed = { value: unknown } | { fault: string };

export function parseDescription(text: string): Parsed {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  return /^\s{0,1000}[{[]/.test(source) ? parseJson(source) : parseYaml(source);
}

function parseJson(source: string): Parsed {
  if (source.length > JSON_UNITS) return { fault: 'The document is too large' };
  try {
    return { value: JSON.parse(source) };
  } catch {
    // YAML's flow style begins as JSON does.
    return parseYaml(source);
  }
}

function parseYaml(source: string): Parsed {
  if (source.length > YAML_UNITS) return { fault: 'The document is too large' };
  if (isTooDeep(source)) return { fault: 'The document nests too deeply' };
  try {
    const document = parseDocument(source, { uniqueKeys: false, logLevel: 'silent' });
    if (document.errors.length > 0) return { fault: 'The document is neither JSON nor YAML' };
    keepVersions(document);
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) };
  } catch (error) {
    // Too many aliases, or one that leads nowhere.
    if (error instanceof ReferenceError || error instanceof RangeError)
      return { fault: 'The document can not be read' };
    throw error;
  }
}

/** A version without quotes is a number in YAML, which would lose the zero of "3.0" and "1.10". */
function keepVersions(document: Document): void {
  for (const path of [['openapi'], ['swagger'], ['info', 'version']]) {
    const version = document.getIn(path, true);
    if (isScalar(version) && typeof version.value === 'number') version.value = version.source;
  }
}

/** By brackets, and by dashes and spaces before a line's first word, which is all that nests in YAML. */
function isTooDeep(source: string): boolean {
  let [open, indent, isStart] = [0, 0, true];
  for (const character of source) {
    if (character === '\n') [indent, isStart] = [0, true];
    else if (isStart && (character === ' ' || character === '-' || character === '?')) indent += 1;
    else isStart = false;
    if (character === '[' || character === '{') open += 1;
    else if ((character === ']' || character === '}') && open > 0) open -= 1;
    if (open > MAX_DEPTH || indent > 4 * MAX_DEPTH) return true;
  }
  return false;
}
