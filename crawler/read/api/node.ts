/**
 * A place in a description: a value, and the pointer that leads to it. References inside the document are followed, a
 * few steps at most, so that circles end; those that lead out of it are not. Pure.
 */
import { percentDecoded } from '../../../data/text/percent-encoding.ts';
import { label } from '../page/label.ts';

/** Chains of references are one or two steps long; longer ones are circles. */
const MAX_STEPS = 8;
/** Longer keys name nothing. */
const MAX_KEY = 300;

export class Node {
  readonly value: unknown;
  readonly pointer: string;
  readonly #root: unknown;

  constructor(value: unknown, pointer: string, root: unknown) {
    this.value = value;
    this.pointer = pointer;
    this.#root = root;
  }

  static root(value: unknown): Node {
    return new Node(value, '#', value);
  }

  /** The value of a key or an index, with references followed; a node without a value where there is none. */
  get(...path: (string | number)[]): Node {
    return path.reduce<Node>((node, key) => node.#child(key).#target(), this.#target());
  }

  /** Entries of an object, as they are written. */
  entries(most: number): [string, Node][] {
    const { value } = this;
    if (!isObject(value)) return [];
    const entries: [string, Node][] = [];
    for (const key in value) {
      if (entries.length === most) break;
      if (key.length <= MAX_KEY && Object.hasOwn(value, key)) entries.push([key, this.get(key)]);
    }
    return entries;
  }

  items(most: number): Node[] {
    return Array.isArray(this.value) ? this.value.slice(0, most).map((_, index) => this.get(index)) : [];
  }

  get isThere(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** Some words of the vendor's, whatever their length; undefined where there are none. */
  words(key: string): string | undefined {
    const { value } = this.#child(key);
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  }

  /** A name: one line, bounded. */
  name(key: string, most = 120): string | undefined {
    const { value } = this.#child(key);
    const text = typeof value === 'string' || typeof value === 'number' ? label(String(value), most) : '';
    return text === '' ? undefined : text;
  }

  url(key: string): string | undefined {
    const { value } = this.#child(key);
    return typeof value === 'string' ? httpUrl(value) : undefined;
  }

  integer(key: string): number | undefined {
    const { value } = this.#child(key);
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
  }

  /** The name of the schema that this key refers to, "Error" of "#/components/schemas/Error". */
  schemaName(key: string): string | undefined {
    const { value } = this.#child(key);
    const ref = isObject(value) ? value.$ref : undefined;
    return typeof ref === 'string'
      ? /^#\/(?:components\/schemas|definitions)\/([\w.-]{1,120})$/.exec(ref)?.[1]
      : undefined;
  }

  #child(key: string | number): Node {
    const { value } = this;
    const isOwn = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    const step = `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return new Node(
      isOwn ? (value as Record<string | number, unknown>)[key] : undefined,
      this.pointer + step,
      this.#root,
    );
  }

  #target(): Node {
    let node: Node = this;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const ref = isObject(node.value) ? node.value.$ref : undefined;
      if (typeof ref !== 'string') return node;
      node = ref.startsWith('#/') ? this.#at(ref) : new Node(undefined, node.pointer, this.#root);
    }
    return new Node(undefined, node.pointer, this.#root);
  }

  #at(ref: string): Node {
    const keys = ref.slice(2, 2_000).split('/').map(unescaped);
    return keys.reduce<Node>((node, key) => node.#child(key), new Node(this.#root, '#', this.#root));
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unescaped(key: string): string {
  return percentDecoded(key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Absolute, http or https, without white space or credentials. */
export function httpUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 500 || /\s/.test(trimmed) || !URL.canParse(trimmed)) return undefined;
  const { protocol, username, password } = new URL(trimmed);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? trimmed : undefined;
}
