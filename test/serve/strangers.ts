/** Parsers and schemas of other people’s, which read what we write and know nothing of how we write it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RelaxNGValidator, XmlDocument, XsdValidator } from 'libxml2-wasm';
import markdownIt from 'markdown-it';

const schema = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/schemas', name));

/** @throws {Error} it is not well-formed, or no Atom (RFC 4287, Appendix B) */
export function expectAtom(xml: string): void {
  using rules = XmlDocument.fromBuffer(schema('atom.rng'));
  using validator = RelaxNGValidator.fromDoc(rules);
  using document = XmlDocument.fromString(xml);
  validator.validate(document);
}

/** @throws {Error} it is not well-formed, or no sitemap 0.9 */
export function expectSitemap(xml: string): void {
  using rules = XmlDocument.fromBuffer(schema('sitemap.xsd'));
  using validator = XsdValidator.fromDoc(rules);
  using document = XmlDocument.fromString(xml);
  validator.validate(document);
}

/** The texts of all elements of a name, wherever they are. @throws {Error} it is not well-formed */
export function textsOf(xml: string, element: string): string[] {
  using document = XmlDocument.fromString(xml);
  return document.find(`//*[local-name()="${element}"]`).map((node) => ('content' in node ? node.content : ''));
}

export interface MarkdownLink {
  href: string;
  text: string;
}

export interface ReadMarkdown {
  links: MarkdownLink[];
  headings: { level: number; text: string }[];
  images: string[];
  /** Tags and comments that would be HTML. */
  html: string[];
  /** What stands in code spans and blocks. */
  code: string[];
}

/**
 * As liberal as readers of Markdown are: HTML is let through, and addresses in plain text become links, as GitHub has it:
 * with a scheme, after "www." or around an @.
 */
const reader = markdownIt({ html: true, linkify: true });
reader.linkify.set({ fuzzyLink: true });
const AS_GITHUB_HAS_IT = /^(?:[a-z]+:|www\.)|@/i;

export function readMarkdown(text: string): ReadMarkdown {
  const found: ReadMarkdown = { links: [], headings: [], images: [], html: [], code: [] };
  const all = reader.parse(text, {});
  for (const [at, token] of all.entries()) {
    if (token.type === 'html_block') found.html.push(token.content);
    if (token.type === 'code_block' || token.type === 'fence') found.code.push(token.content);
    if (token.type === 'heading_open')
      found.headings.push({ level: Number(token.tag.slice(1)), text: all[at + 1]?.content ?? '' });
    let link: MarkdownLink | undefined;
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') link = { href: String(child.attrGet('href')), text: '' };
      else if (child.type === 'link_close' && link !== undefined) {
        if (child.markup !== 'linkify' || AS_GITHUB_HAS_IT.test(link.text)) found.links.push(link);
        link = undefined;
      } else if (child.type === 'image') found.images.push(String(child.attrGet('src')));
      else if (child.type === 'html_inline') found.html.push(child.content);
      else if (child.type === 'code_inline') found.code.push(child.content);
      if (link !== undefined && child.type !== 'link_open') link.text += child.content;
    }
  }
  return found;
}
