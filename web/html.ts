/** HTML as tagged templates that escape every value, unless it is HTML made the same way. */

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export class Html {
  readonly #text: string;

  /** Called by the functions of this file alone. */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Value = string | number | Html | undefined | false | readonly Value[];

/** `undefined` and `false` are omitted; lists are concatenated. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + written(values[index - 1]) + part));
}

function written(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(written).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Of a `select`, or of a `datalist`: values with their texts, or values that are their own texts. */
export function options(entries: readonly (string | readonly [value: string, text: string])[], chosen?: string): Html {
  const pairs = entries.map((entry) => (typeof entry === 'string' ? [entry, entry] : entry));
  return html`${pairs.map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}`;
}

/** A URL for `href`: ours, or http(s). Anything else, above all `javascript:`, becomes `#`. */
export function href(url: string): string {
  return /^(?:https?:\/\/|\/(?!\/)|#)/.test(url) ? url : '#';
}

/** HTML that was serialised from elements and text, never put together from strings of others. */
export function serialisedHtml(text: string): Html {
  return new Html(text);
}

/** A JSON-LD block, with every character escaped that could end it or begin markup in it. */
export function dataBlock(data: object): Html {
  const text = JSON.stringify(data).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new Html(`<script type="application/ld+json">${text}</script>`);
}
