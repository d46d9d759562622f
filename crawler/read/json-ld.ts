import type { Reading } from '../../data/reading.ts';
import type { Document } from './document.ts';
export function readJsonLd(_document: Document): Reading {
  return { reader: 'json-ld', tiers: [], models: [], rejected: [] };
}
