import type * as z from 'zod';
import { LoggedChange } from '../../data/change.ts';
import { HiddenCost, ImportedFrom, Research } from '../../data/record.ts';
import { DiscountProgram, KeyCost, Sentence } from '../../data/research.ts';
import { TeamCost } from '../cost/cost-shape.ts';
import { Column } from '../files/exports/columns.ts';
import { ExportManifest } from '../files/exports/manifest.ts';
import { ProblemView, Tombstone } from '../interface/problem-shape.ts';
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
import { RpcResponse } from './other-paths.ts';

/** Named once, since several answers share them. */
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
  PricingRecord: RecordView,
  Problem: ProblemView,
  Rate: RateView,
  RateCard,
  Research,
  RpcResponse,
  Sentence,
  TeamCost,
  Tier: TierView,
  Tombstone,
  Verification: VerificationView,
} as const satisfies Record<string, z.ZodType>;
