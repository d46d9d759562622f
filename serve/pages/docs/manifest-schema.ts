/** The manifest as the docs read it: those parts of OpenAPI 3.1 that ours has. Pure. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

export interface Described {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
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

/** In the manifest's own order. */
export function endpointsOf({ paths }: Manifest): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : { method, path, operation };
    }),
  );
}

/** What one asks with: the parameters, and the members of a body as if they were such. */
export function askedWith({ operation }: Endpoint): (Omit<Parameter, 'in'> & { in: Parameter['in'] | 'body' })[] {
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const members = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'body' as const,
    required: body?.required?.includes(name) ?? false,
    schema,
  }));
  return [...(operation.parameters ?? []), ...members];
}

/** The shape of the answer, where it has one that says something. */
export function answerOf({ operation }: Endpoint): { mediaType: string; schema: Schema } | undefined {
  const [found] = Object.entries(operation.responses['200']?.content ?? {});
  return found?.[1].schema === undefined ? undefined : { mediaType: found[0], schema: found[1].schema };
}

/** Codes by status; those that no code of ours tells apart have none. */
export function errorsOf({ operation }: Endpoint): { status: string; codes: string[] }[] {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { content }]) => {
      const narrowed = content?.['application/problem+json']?.schema?.allOf?.[1];
      const codes = narrowed?.properties?.code?.enum ?? [];
      return { status, codes: codes.map(String) };
    });
}

/** The named schemas that one is made of, itself apart; each once, in the order in which they are met. */
export function namedIn(schema: Schema, { components }: Manifest): string[] {
  const met = new Set<string>();
  const visit = (each: Schema): void => {
    const name = nameOf(each);
    if (name !== undefined) {
      if (met.has(name)) return;
      met.add(name);
      const named = components.schemas[name];
      if (named !== undefined) visit(named);
      return;
    }
    for (const part of partsOf(each)) visit(part);
  };
  visit(schema);
  return [...met];
}

export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.replace('#/components/schemas/', '');
}

function partsOf({
  properties = {},
  items,
  additionalProperties,
  allOf = [],
  anyOf = [],
  oneOf = [],
}: Schema): Schema[] {
  return [
    ...Object.values(properties),
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...allOf,
    ...anyOf,
    ...oneOf,
  ];
}
