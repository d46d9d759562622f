/**
 * Texts that a hostile page would put wherever a program might carry them on: to a model, a terminal, a spreadsheet,
 * a browser, a feed. Whatever is published from such a page must not contain the `trace`.
 *
 * The hosts are of the reserved domain `.example` (RFC 2606).
 */
import { repetitions } from '../long.ts';
import { dataOf } from './data.ts';

export type InjectionKind =
  | 'instruction'
  | 'role'
  | 'xml'
  | 'markup'
  | 'markdown'
  | 'formula'
  | 'invisible'
  | 'citation'
  | 'protocol'
  | 'format';

export interface Injection {
  kind: InjectionKind;
  text: string;
  /** If an answer contains this, the text got through in a form that can do harm. */
  trace: string;
}

const GROUPS = dataOf<{ kind: InjectionKind; texts: (string | [text: string, trace: string])[] }[]>('injections');

export const INJECTIONS: readonly Injection[] = [
  ...GROUPS.flatMap(({ kind, texts }) =>
    texts.map((each) => {
      const [text, trace] = typeof each === 'string' ? [each, each] : each;
      return { kind, text, trace };
    }),
  ),
  { kind: 'format', text: 'A'.repeat(5000), trace: 'A'.repeat(500) },
];

/** Two of each; all in the long run. */
export function someOfEachKind(): Injection[] {
  const kinds = [...Map.groupBy(INJECTIONS, ({ kind }) => kind).values()];
  return kinds.flatMap((each) => each.slice(0, repetitions(2, each.length)));
}
