/** One value that a page carries for its own scripts or its own layout, with the way back to the page's source. */
import type { Span } from '../page/document.ts';
import type { JsonNode } from './json-positions.ts';

export interface PageData {
  root: JsonNode;
  /** The text that the spans of `root` count in. */
  text: string;
  /** Where in the source a span of that text stands. */
  place(span: Span): Span;
  /** What it is called: a variable, an attribute; empty where it has no name. */
  name: string;
  /** For people. */
  path: string;
  /** The page is a template, and shows it with words around. */
  isOfTemplate?: true;
}
