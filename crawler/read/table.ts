import type { Reading } from '../../data/reading.ts';
import type { Document } from './document.ts';
import type { Signals } from './signals.ts';
export function readTables(_document: Document, _signals: Signals): Reading {
  return { reader: 'table', tiers: [], models: [], rejected: [] };
}
