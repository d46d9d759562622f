/** Where the cards of pages are, and how large. */

export const CARD = { width: 1200, height: 630 };

/** Of the page at this canonical path: that of its product or category, or else of the site. */
export function cardPath(path: string): string {
  const [of = ''] = /^\/(?:tools\/[^/]+|category\/[^/]+|compare)(?=[/?]|$)/.exec(path) ?? [];
  return `${of}/card.png`;
}
