/** All tools, and each as `tools/list` describes it. */

import * as z from 'zod';
import { override } from '../interface/json-schema.ts';
import type { Operation, Tool } from '../interface/operation.ts';
import { operations } from '../operations/list.ts';
import { briefly } from './output-schema.ts';

export interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: Readonly<Record<string, boolean | string>>;
}
type JsonSchema = { type: 'object' } & Record<string, unknown>;

export function definitionOf({ name, title, description, params, response }: OfferedTool): ToolDefinition {
  return {
    name,
    title,
    description,
    inputSchema: withListsInText(schemaOf(params, 'input')),
    outputSchema: briefly(schemaOf(response, 'output')) as JsonSchema,
    // Tools change nothing and answer from our data alone.
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io,
    override: (context) => override({ ...context, io }),
  });
  return written as JsonSchema;
}

/** A list may also be one text with commas. */
function withListsInText(schema: JsonSchema): JsonSchema {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>).map(
    ([name, { description, ...property }]) => {
      const anyOf = [property, { type: 'string', description: 'The same values, separated by commas.' }];
      const written = property.type === 'array' ? { anyOf } : property;
      return [name, { ...(description !== undefined && { description }), ...written }];
    },
  );
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: false };
}

export interface OfferedTool extends Tool {
  operation: Operation;
  /** Of its arguments. */
  params: z.ZodObject;
}

export const tools: readonly OfferedTool[] = operations.flatMap((operation) =>
  (operation.tools ?? []).map((tool) => {
    const taken: Record<string, true> = Object.fromEntries(tool.takes.map((name) => [name, true] as const));
    return { ...tool, operation, params: operation.params.pick(taken).strict() };
  }),
);
