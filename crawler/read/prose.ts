import type { Reading } from '../../data/reading.ts';
import type { Document } from './document.ts';
import type { Signals } from './signals.ts';
export function readProse(_document: Document, _signals: Signals, _url: string): Reading {
  return { reader: 'prose', tiers: [], models: [], rejected: [] };
}
