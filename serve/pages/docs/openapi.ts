/** The parts of OpenAPI 3.1 that the manifest uses. */
import type * as z from 'zod';

type Keyword = '$ref' | 'type' | 'description' | 'enum' | 'const' | 'default' | 'format' | 'required' | Bound;
type Bound = `${'min' | 'max'}${'imum' | 'Length' | 'Items'}`;

export interface Schema extends Pick<z.core.JSONSchema.JSONSchema, Keyword> {
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'body';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Described {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface Manifest {
  info: { version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<'get' | 'post', Described>>>;
  components: { schemas: Record<string, Schema> };
}

export interface Endpoint {
  method: 'get' | 'post';
  path: string;
  operation: Described;
}

export function endpointsOf({ paths }: Manifest): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : { method, path, operation };
    }),
  );
}

/** Members of a body count as parameters. */
export function parametersOf({ operation }: Endpoint): Parameter[] {
  const { properties = {}, required = [] } = operation.requestBody?.content?.['application/json']?.schema ?? {};
  const members = Object.entries(properties).map(
    ([name, schema]): Parameter => ({ name, in: 'body', required: required.includes(name), schema }),
  );
  return [...(operation.parameters ?? []), ...members];
}

/** Undefined where the answer has no schema. */
export function answerOf({ operation }: Endpoint): { mediaType: string; schema: Schema } | undefined {
  const [[mediaType, { schema }] = ['', {}]] = Object.entries(operation.responses['200']?.content ?? {});
  return schema && { mediaType, schema };
}

export function errorsOf({ operation }: Endpoint): { status: string; code: string }[] {
  return Object.entries(operation.responses).flatMap(([status, { content }]) => {
    const narrowed = content?.['application/problem+json']?.schema?.allOf?.[1];
    const codes = Number(status) >= 400 ? (narrowed?.properties?.code?.enum ?? []) : [];
    return codes.map((code) => ({ status, code: String(code) }));
  });
}

/** Each once, in order of appearance. */
export function namedIn(schema: Schema, { components }: Manifest): string[] {
  const met = new Set<string>();
  const visit = (each: Schema): void => {
    const name = nameOf(each);
    if (name === undefined) for (const part of partsOf(each)) visit(part);
    else if (!met.has(name)) {
      met.add(name);
      visit(components.schemas[name] ?? {});
    }
  };
  visit(schema);
  return [...met];
}

export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.replace('#/components/schemas/', '');
}

function partsOf(schema: Schema): Schema[] {
  const { properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = schema;
  const single = [items, additionalProperties].filter((each) => typeof each === 'object');
  return [...Object.values(properties), ...single, ...allOf, ...anyOf, ...oneOf];
}
