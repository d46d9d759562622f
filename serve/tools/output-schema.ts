/**
 * What a tool answers with, as short as a client needs it: names, types and nesting. `tools/list` is read whole before
 * the first call, and a schema can't refer to that of another tool, so the manifest alone has descriptions, formats,
 * patterns and what lies deeper.
 */

type Schema = { [keyword: string]: unknown };

const DEEPEST = 2;
/** Properties of an object that states a price; it is described one level deeper. */
const PRICES = ['amount', 'price', 'inputPerMTok'];
/** Properties of an object that says where facts are from: `attribution` names the same in words. */
const SOURCES = ['caveat', 'vendorPages'];
/** Characters of an enumeration, as JSON; longer ones name rules and reasons. */
const LONGEST_ENUM = 60;
/** They locate a quote in its page, or say by which rule or dataset something is stated. */
const PROVENANCE: ReadonlySet<string> = new Set(
  'scope textStart textEnd path pageSha256 format charset rule basis imported research'.split(' '),
);

/** @param schema without references */
export function briefly(schema: Schema): Schema {
  return withNames({ ...brief(schema, 1), required: schema.required });
}

function brief(schema: Schema, depth: number): Schema {
  if (isSchema(schema.properties) && !isDescribed(schema.properties, depth)) return { type: 'object' };
  const { type, properties, items, enum: values, anyOf, additionalProperties } = schema;
  const kept: Schema = { type, properties, items, enum: values, anyOf, additionalProperties };
  if (JSON.stringify(values ?? '').length > LONGEST_ENUM) kept.enum = undefined;
  if (isSchema(properties)) kept.properties = without(properties, PROVENANCE);
  return withChildren(kept, (child, keyword) => brief(child, keyword === 'properties' ? depth + 1 : depth));
}

function without(properties: Schema, names: ReadonlySet<string>): Schema {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name)));
}

function isDescribed(properties: Schema, depth: number): boolean {
  if (SOURCES.some((name) => Object.hasOwn(properties, name))) return false;
  const statesPrice = PRICES.some((name) => Object.hasOwn(properties, name));
  return depth <= (statesPrice ? DEEPEST + 1 : DEEPEST);
}

/** Names parts that occur more than once, where that is shorter. */
function withNames(root: Schema): Schema {
  const counts = new Map<string, number>();
  const count = (part: Schema): Schema => {
    const text = JSON.stringify(part);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return withChildren(part, count);
  };
  withChildren(root, count);
  const names = new Map<string, string>();
  for (const [text, times] of counts) {
    const name = `s${names.size}`;
    const reference = JSON.stringify(refTo(name)).length;
    if ((times - 1) * text.length > times * reference + name.length) names.set(text, name);
  }
  const named = (part: Schema): Schema => {
    const name = names.get(JSON.stringify(part));
    return name === undefined ? withChildren(part, named) : refTo(name);
  };
  const definitions = [...names].map(([text, name]) => [name, withChildren(JSON.parse(text) as Schema, named)]);
  return { ...withChildren(root, named), ...(names.size > 0 && { $defs: Object.fromEntries(definitions) }) };
}

function refTo(name: string): Schema {
  return { $ref: `#/$defs/${name}` };
}

/** The schema with each schema in it replaced, and without what is undefined or says nothing. */
function withChildren(schema: Schema, replace: (child: Schema, keyword: string) => Schema): Schema {
  const written = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === 'anyOf' && Array.isArray(value)) return [[keyword, value.map((each) => replace(each, keyword))]];
    if (keyword === 'properties' && isSchema(value)) {
      const properties = Object.entries(value).map(([name, each]) => [name, replace(each as Schema, keyword)]);
      return [[keyword, Object.fromEntries(properties)]];
    }
    if (keyword !== 'items' && keyword !== 'additionalProperties') return value === undefined ? [] : [[keyword, value]];
    return isSchema(value) ? [[keyword, replace(value, keyword)]] : [];
  });
  return Object.fromEntries(written);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
