/** A document published as it was written: the plans stand as data above it, and nothing of them is laid out. */
import type { Layout } from '../layout.ts';
import type { Offer } from '../offer.ts';
import { both, byBilling, type Plain } from './hydration.ts';

/** An item of a list, its fields on lines of their own; JSON is YAML. */
function yamlItem(plan: Plain): string {
  const fields = Object.entries(plan ?? {}).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `  - ${fields.join('\n    ')}`;
}

export const frontMatter: Layout = {
  name: 'front-matter',
  of: 'tiers',
  format: 'markdown',
  render: 'http',
  suits: both,
  page: (offer: Offer) => `---
title: Pricing
layout: pricing
plans:
${byBilling(offer).map(yamlItem).join('\n')}
---

The plans are laid out by the theme.
`,
};
