/**
 * Templates published as they were written: the plans stand as data in a component's source or above a document, and
 * nothing of them is laid out.
 */
import type { Layout } from '../layout.ts';
import type { Offer } from '../offer.ts';
import { both, byBilling, byInterval, listed, type Plain, scriptLiteral } from './hydration.ts';

function sourceLayout(name: string, page: (offer: Offer) => string, more: Partial<Layout> = {}): Layout {
  return {
    name,
    of: 'tiers',
    format: 'html',
    render: 'http',
    statesInData: true,
    suits: listed,
    page: (offer) => page(offer),
    ...more,
  };
}

const literals = (plans: readonly Plain[]) => plans.map((plan) => `  ${scriptLiteral(plan)},`).join('\n');

/** JSX, with values among the data that only its program knows. */
export const componentSource = sourceLayout(
  'component-source',
  (offer) => `import { Check } from 'icons';

const plans: readonly Plan[] = [
${byInterval(offer)
  .map(
    (plan) =>
      `  { ...shared, ${scriptLiteral(plan).slice(1, -1)}, icon: <Check className="small" />, go: link('/buy') },`,
  )
  .join('\n')}
] as const;

export default function Pricing() {
  return (
    <main>
      <h1>Pricing</h1>
      {plans.map((plan) => (
        <article key={plan.title}><h3>{plan.title}</h3><Amount of={plan.prices} /></article>
      ))}
    </main>
  );
}
`,
);

export const singleFileSource = sourceLayout(
  'single-file-source',
  (offer) => `<script setup lang="ts">
import { ref } from 'vue';

// What is on sale.
const plans = ref<Plan[]>([
${literals(byBilling(offer))}
]);
</script>

<template>
  <section><h1>Pricing</h1><article v-for="plan in plans" :key="plan.name"><h3>{{ plan.name }}</h3></article></section>
</template>
`,
  { suits: both },
);

/** An item of a list, its fields on lines of their own; JSON is YAML. */
function yamlItem(plan: Plain): string {
  const fields = Object.entries(plan ?? {}).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `  - ${fields.join('\n    ')}`;
}

export const frontMatter = sourceLayout(
  'front-matter',
  (offer) => `---
title: Pricing
layout: pricing
plans:
${byBilling(offer).map(yamlItem).join('\n')}
---

The plans are laid out by the theme.
`,
  { format: 'markdown', suits: both },
);
