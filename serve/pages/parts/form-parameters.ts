/** Parameters as forms send them: a field that was left empty is sent as empty, and means that nothing was asked. */
import * as z from 'zod';

/** An optional parameter that may be empty. */
export function fieldParameter<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional()).optional();
}
