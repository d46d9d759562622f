/**
 * What the HTML Standard's parsing rules (§13.2.6) say of each element, as far as strict markup needs to know.
 *
 * `Scope` is what holds at a place in the tree because of the elements around it. With it, each question that the
 * standard answers by walking up the stack of open elements is one bit.
 */

export const Scope = {
  /** A `p` that a block would close: one "in button scope". */
  paragraph: 1,
  /** A link that another would end, since the last marker of the list of active formatting elements. */
  link: 2,
  /** A `button` in scope. */
  button: 4,
  /** An `li` that the next one closes. */
  item: 8,
  /** A `dd` or `dt` that the next one closes. */
  term: 16,
  form: 32,
  heading: 64,
  select: 128,
} as const;

export type Role =
  | 'html'
  | 'head'
  | 'body'
  /** Belongs into the head: before the body, it opens none. */
  | 'metadata'
  /** Content that is characters up to its end tag, as they stand or (`rcdata`) with character references. */
  | 'raw'
  | 'rcdata'
  | 'template'
  /** Ends an open `p`, and implies the ends of what may be left open in it. */
  | 'block'
  | 'paragraph'
  | 'heading'
  | 'item'
  | 'term'
  | 'form'
  | 'button'
  | 'link'
  | 'table'
  | 'caption'
  | 'columns'
  | 'column'
  | 'rows'
  | 'row'
  | 'cell'
  | 'select'
  | 'options'
  | 'option'
  | 'rule'
  | 'void'
  /** Opened again where it was not closed in its place. */
  | 'formatting'
  | 'inline'
  /** In SVG or MathML. */
  | 'foreign'
  /** So rare, or with rules of its own so intricate, that the standard's parser shall decide. */
  | 'rare';

export interface Kind {
  name: string;
  role: Role;
  /** Of the scopes around it, those that don't reach inside; and the ones that it opens itself. */
  hides: number;
  opens: number;
  /** May stand in the head. */
  isMetadata: boolean;
  /** Of an element whose end tag may be left out: 0 for all others. An end tag implies those up to its own role's rank. */
  rank: Rank;
}

/** Options; items and paragraphs; cells; rows; groups of rows and columns. */
export type Rank = 0 | 1 | 2 | 3 | 4 | 5;

/** Up to which rank the end of an element of that role implies the ends of what is still open in it. */
const IMPLIES: Record<Role, Rank> = {
  html: 0,
  head: 0,
  body: 0,
  metadata: 0,
  raw: 0,
  rcdata: 0,
  column: 0,
  void: 0,
  rule: 0,
  foreign: 0,
  rare: 0,
  paragraph: 0,
  inline: 1,
  formatting: 1,
  link: 1,
  options: 1,
  option: 1,
  select: 1,
  block: 2,
  heading: 2,
  item: 2,
  term: 2,
  form: 2,
  button: 2,
  template: 2,
  caption: 2,
  columns: 0,
  cell: 2,
  row: 3,
  rows: 4,
  table: 5,
};

const LISTS = Scope.item | Scope.term;
/** What ends most scopes: a table and its cells, a template, an embedded object. */
const WALL = Scope.paragraph | Scope.button | LISTS;

const KINDS = new Map<string, Kind>();

function define(role: Role, names: string, { hides = 0, opens = 0, isMetadata = false, rank = 0 as Rank } = {}): void {
  for (const name of names.split(' ')) KINDS.set(name, { name, role, hides, opens, isMetadata, rank });
}

define('html', 'html');
define('head', 'head');
define('body', 'body');
define('metadata', 'base link meta', { isMetadata: true });
define('raw', 'script style', { isMetadata: true });
define('raw', 'noscript iframe');
define('rcdata', 'title', { isMetadata: true });
define('rcdata', 'textarea');
define('template', 'template', { hides: WALL | Scope.link, isMetadata: true });
define(
  'block',
  'article aside blockquote center details dir dl fieldset figcaption figure footer header hgroup main menu nav ol pre section summary ul',
  { hides: LISTS },
);
define('block', 'address div dialog');
define('paragraph', 'p', { opens: Scope.paragraph, rank: 2 });
define('heading', 'h1 h2 h3 h4 h5 h6', { hides: LISTS, opens: Scope.heading });
define('item', 'li', { hides: LISTS, opens: Scope.item, rank: 2 });
define('term', 'dd dt', { hides: LISTS, opens: Scope.term, rank: 2 });
define('form', 'form', { hides: LISTS, opens: Scope.form });
define('button', 'button', { hides: Scope.paragraph | LISTS, opens: Scope.button });
define('link', 'a', { opens: Scope.link });
define('table', 'table', { hides: WALL });
define('caption', 'caption', { hides: WALL | Scope.link });
define('columns', 'colgroup', { hides: WALL, rank: 5 });
define('column', 'col');
define('rows', 'tbody thead tfoot', { hides: WALL, rank: 5 });
define('row', 'tr', { hides: WALL, rank: 4 });
define('cell', 'td th', { hides: WALL | Scope.link, rank: 3 });
define('select', 'select', { hides: LISTS, opens: Scope.select });
define('options', 'optgroup', { rank: 1 });
define('option', 'option', { rank: 1 });
define('rule', 'hr');
define('void', 'area br embed img input param source track wbr');
define('formatting', 'b big code em font i s small strike strong tt u');
define('inline', 'object', { hides: WALL | Scope.link });
define('foreign', 'svg math');
define(
  'rare',
  'applet basefont bgsound frame frameset image isindex keygen listing marquee nobr noembed noframes plaintext rb rp rt rtc search xmp',
);

export function kindOf(name: string): Kind {
  return KINDS.get(name) ?? { name, role: 'inline', hides: 0, opens: 0, isMetadata: false, rank: 0 };
}

/** Those that a page may leave out of its source. */
export const [HTML, HEAD, BODY, TBODY, TR] = ['html', 'head', 'body', 'tbody', 'tr'].map(kindOf) as [
  Kind,
  Kind,
  Kind,
  Kind,
  Kind,
];

const HASHES = 1024;
const BY_HASH: (Kind | undefined)[] = new Array(HASHES).fill(undefined);
for (const kind of KINDS.values()) {
  let hash = 0;
  for (let at = 0; at < kind.name.length; at += 1) hash = nextHash(hash, kind.name.charCodeAt(at));
  BY_HASH[hash] ??= kind;
}

/** Of a name from 0 on, character by character: so a tag's kind is known without cutting out its name. */
export function nextHash(hash: number, code: number): number {
  return (hash * 31 + code) % HASHES;
}

/** The kind whose name may be the one of this hash. */
export function kindByHash(hash: number): Kind | undefined {
  return BY_HASH[hash];
}

/** An element in SVG or MathML: no name means there what it means in HTML. */
export function foreignKind(name: string): Kind {
  return { name, role: 'foreign', hides: 0, opens: 0, isMetadata: false, rank: 0 };
}

/** Elements that an end tag of one of the blocks around them ends as well, with no more to it. */
const YIELDS = new Set<Role>('inline block paragraph heading item term button options option'.split(' ') as Role[]);
const ENDS_ALL = new Set<Role>('block paragraph item term button cell caption'.split(' ') as Role[]);

/** Whether the end tag of `outer`, which is open, ends `inner` inside it too. */
export function endsInside(outer: Kind, inner: Kind): boolean {
  if (inner.rank > 0 && inner.rank <= IMPLIES[outer.role]) return true;
  if (!ENDS_ALL.has(outer.role) || !YIELDS.has(inner.role) || (inner.hides & WALL) === WALL) return false;
  if (outer.role === 'paragraph') return inner.role !== 'button';
  return outer.role !== 'item' || (inner.name !== 'ul' && inner.name !== 'ol');
}

/** Inside SVG and MathML these are HTML again, or end the foreign content. */
export const LEAVES_FOREIGN = new Set(
  'b big blockquote body br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'.split(
    ' ',
  ),
);
/** Elements of SVG and MathML whose content is HTML. */
export const HOLDS_HTML = new Set('annotation-xml desc foreignobject mi mn mo ms mtext title'.split(' '));
/** What may stand straight inside a table or a part of it; anything else moves out in front of the table. */
export const STANDS_IN_TABLE = new Set(
  'script style template caption colgroup col tbody thead tfoot tr td th'.split(' '),
);
export function isTablePart({ role }: Kind): boolean {
  return role === 'table' || role === 'rows' || role === 'row' || role === 'columns';
}

/** What has no content, so that a stray end tag of it ends nothing. */
export const IS_EMPTY = new Set('area base embed hr img input link meta param source track wbr'.split(' '));
