import * as z from 'zod';
import type { CreateDocumentOptions } from 'zod-openapi';

type Written = Parameters<NonNullable<CreateDocumentOptions['override']>>[0]['jsonSchema'];

/**
 * JSON Schemas for consumers. Objects stay open, since fields may be added; a test compares every answer with the
 * closed ones.
 */
export const override: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, zodSchema, io }) => {
  const { def } = zodSchema._zod;
  // A parameter is described by its value, not by the text it is parsed from.
  if (io === 'input' && def.type === 'pipe' && def.in._zod.def.type === 'transform') {
    Object.assign(jsonSchema, z.toJSONSchema(def.out as z.ZodType, { io: 'input' }));
    delete jsonSchema.$schema;
  }
  // Zod omits the default where the inner schema transforms the value.
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

/**
 * Drops patterns that repeat a format or have Unicode classes, of which Python's validators refuse the whole answer, and
 * JavaScript's integer bounds.
 */
function tidy(schema: Written): void {
  if (['date', 'date-time', 'uri'].includes(schema.format ?? '')) delete schema.pattern;
  if (/\\p\{/i.test(schema.pattern ?? '')) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
