/** Where the masthead and the foot of every page lead: to pages that there are. */
import { FEEDS } from '../../interface/published-files.ts';

export interface Link {
  path: string;
  text: string;
}

/** In the masthead, beside the search. */
export const NAVIGATION: readonly Link[] = [
  { path: '/compare', text: 'Compare' },
  { path: '/#categories', text: 'Categories' },
  { path: '/calculators/tco', text: 'Calculator' },
  { path: '/changes', text: 'Changes' },
  { path: '/docs', text: 'API' },
  { path: '/quality', text: 'Quality' },
];

export const FOOT: readonly Link[] = [
  { path: '/docs', text: 'API' },
  { path: FEEDS.changes.path, text: 'Changes as Atom' },
  { path: '/quality', text: 'How good this data is' },
  { path: '/terms', text: 'Terms' },
  { path: '/bot', text: 'Our crawler' },
];
