/** How the schemas of answers are named and written in the manifest. */
import * as z from 'zod';
import type { CreateDocumentOptions } from 'zod-openapi';
import { LoggedChange } from '../../data/change.ts';
import { HiddenCost, ImportedFrom, Research } from '../../data/record.ts';
import { DiscountProgram, KeyCost, Sentence } from '../../data/research.ts';
import { TeamCost } from '../cost/cost-shape.ts';
import { Column } from '../files/exports/columns.ts';
import { ExportManifest } from '../files/exports/manifest.ts';
import { ProblemView } from '../problem/shape.ts';
import { Links } from '../record/envelope.ts';
import {
  Discounts,
  EvidenceView,
  Positioning,
  PriceRange,
  PriceView,
  RateCard,
  RateView,
  RecordView,
  TierView,
  VerificationView,
} from '../record/shape.ts';
import { Tombstone } from '../store/lookup.ts';
import { RpcResponse } from './tools.ts';

/** Shared by answers, and so named once. */
export const COMPONENTS = {
  Change: LoggedChange,
  Column,
  DiscountProgram,
  Discounts,
  Evidence: EvidenceView,
  Exports: ExportManifest,
  HiddenCost,
  Imported: ImportedFrom,
  KeyCost,
  Links,
  Positioning,
  Price: PriceView,
  PriceRange,
  Problem: ProblemView,
  Rate: RateView,
  RateCard,
  Record: RecordView,
  Research,
  RpcResponse,
  Sentence,
  TeamCost,
  Tier: TierView,
  Tombstone,
  Verification: VerificationView,
} as const satisfies Record<string, z.ZodType>;

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
