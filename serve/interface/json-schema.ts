/** JSON Schemas as consumers should read them, in the manifest and in `tools/list`. */
import * as z from 'zod';
import type { CreateDocumentOptions } from 'zod-openapi';

type Written = Parameters<NonNullable<CreateDocumentOptions['override']>>[0]['jsonSchema'];

/**
 * As consumers should read a schema, where Zod writes it for itself. Objects stay open, since fields may be added; a
 * test compares every answer with the closed ones.
 */
export const override: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, zodSchema, io }) => {
  const { def } = zodSchema._zod;
  // A parameter is text that is made into a value first; what is asked for is the value.
  if (io === 'input' && def.type === 'pipe' && def.in._zod.def.type === 'transform') {
    Object.assign(jsonSchema, z.toJSONSchema(def.out as z.ZodType, { io: 'input' }));
    delete jsonSchema.$schema;
  }
  // Zod leaves it out where the inner schema changes the value.
  if (io === 'input' && def.type === 'default') jsonSchema.default = def.defaultValue;
  // A record whose keys are known and required has properties like any object.
  if (def.type === 'record' && jsonSchema.required !== undefined) {
    const { required, additionalProperties: value } = jsonSchema;
    if (typeof value === 'object') jsonSchema.properties = Object.fromEntries(required.map((name) => [name, value]));
    delete jsonSchema.propertyNames;
  }
  if (jsonSchema.properties !== undefined) delete jsonSchema.additionalProperties;
  tidy(jsonSchema);
};

/** Names of formats say what their patterns do, and the bounds of JavaScript’s numbers are not ours. */
function tidy(schema: Written): void {
  if (['date', 'date-time', 'uri'].includes(schema.format ?? '')) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
