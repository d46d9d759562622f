/** A page with what it mentions: what the readers of offers and sentences read. */
import type { Mentions } from '../mentions/mentions.ts';
import type { Document } from '../page/document.ts';

export interface Page {
  document: Document;
  mentions: Mentions;
}
