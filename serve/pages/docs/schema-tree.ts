/** Shapes of answers, readable: a list of members, each with its type and meaning; what is inside opens. */
import { type Html, html } from '../../../web/html.ts';
import { grouped } from '../../record/counts.ts';
import { prose } from '../parts/prose.ts';
import { nameOf, type Schema } from './manifest-schema.ts';

export function members(schema: Schema): Html {
  const { properties = {}, required = [] } = schema;
  const rows = Object.entries(properties).map(([name, of]) => member(name, of, required.includes(name)));
  return rows.length === 0 ? html`<p>${typeOf(schema)}</p>` : html`<ul class="shape">${rows}</ul>`;
}

function member(name: string, of: Schema, isRequired: boolean): Html {
  const inside = innermost(of);
  const isDeep = nameOf(inside) === undefined && Object.keys(inside.properties ?? {}).length > 0;
  const head = html`<code>${name}</code>${!isRequired && html`<span class="quiet" title="May be absent">?</span>`} <span class="type">${typeOf(of)}</span>`;
  const meaning = of.description ?? inside.description;
  const said = meaning !== undefined && html` <span class="quiet">${prose(meaning)}</span>`;
  if (!isDeep) return html`<li>${head}${said}</li>`;
  return html`<li><details><summary>${head}${said}</summary>${members(inside)}</details></li>`;
}

/** Through lists and maps. */
function innermost(schema: Schema): Schema {
  if (schema.items !== undefined) return innermost(schema.items);
  if (typeof schema.additionalProperties === 'object') return innermost(schema.additionalProperties);
  return schema;
}

/** "string", "list of Price", "monthly or annual". */
export function typeOf(schema: Schema): Html {
  const { type, items, additionalProperties, format, anyOf, oneOf, allOf } = schema;
  const name = nameOf(schema);
  if (name !== undefined) return html`<a href="#shape-${name}">${name}</a>`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return html`${schema.enum.map((value, at) => html`${at > 0 && ' | '}<code>${String(value)}</code>`)}`;
  if (items !== undefined) return html`list of ${typeOf(items)}`;
  if (typeof additionalProperties === 'object') return html`map to ${typeOf(additionalProperties)}`;
  const several = anyOf ?? oneOf ?? allOf;
  if (several !== undefined) return html`${several.map((each, at) => html`${at > 0 && ' or '}${typeOf(each)}`)}`;
  const words = Array.isArray(type) ? type.join(' or ') : (type ?? 'anything');
  return html`${format === undefined ? words : `${words} (${format})`}`;
}

/** "1 to 1,000,000", "at most 120 characters". */
export function limitsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): string {
  const range = (least: number | undefined, most: number | undefined, what: string) =>
    least === undefined && most === undefined
      ? []
      : least !== undefined && most !== undefined
        ? [`${grouped(least)} to ${grouped(most)}${what}`]
        : [least === undefined ? `at most ${grouped(most ?? 0)}${what}` : `at least ${grouped(least)}${what}`];
  // Zod writes the least and greatest safe integers where it knows no other.
  const safe = (bound: number | undefined) => (Math.abs(bound ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : bound);
  return [
    ...range(safe(minimum), safe(maximum), ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
  ].join(', ');
}
