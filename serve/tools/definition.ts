/** A tool as `tools/list` describes it. */

import * as z from 'zod';
import { override } from '../interface/json-schema.ts';
import type { OfferedTool } from './list.ts';
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
