/**
 * HTML as tagged templates in which every value is escaped, unless it is HTML made the same way. There is no way to
 * put a string into a page unescaped.
 */

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export class Html {
  readonly #text: string;

  /** Called by `html` and `dataBlock` alone. */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Value = string | number | Html | undefined | false | readonly Value[];

/** Nothing is written for `undefined` and `false`; lists are written one after the other. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + written(values[index - 1]) + part));
}

function written(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(written).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** A URL for `href`: ours, or https. Anything else, `javascript:` above all, leads nowhere. */
export function href(url: string): string {
  return /^(?:https?:\/\/|\/(?!\/)|#)/.test(url) ? url : '#';
}

/**
 * Data for programs that read pages (JSON-LD): a browser runs nothing of it, so no policy forbids it. The JSON has no
 * character that could end the block, or begin anything in it, whatever the text says.
 */
export function dataBlock(data: object): Html {
  const text = JSON.stringify(data).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new Html(`<script type="application/ld+json">${text}</script>`);
}
