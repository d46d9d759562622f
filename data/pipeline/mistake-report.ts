/** What a visitor says is wrong with a price. Nothing follows from it but a check, and a case for the operators. */
import * as z from 'zod';
import { Slug, Words } from '../product.ts';
import { EvidenceId } from '../record.ts';

export const REPORTS_PATH = '/api/v2/reports';
/** The page that says in words what became of a report: its path and query. */
export function reportPagePath(slug: string, outcome: string): string {
  return `/report?${new URLSearchParams({ slug: slug.slice(0, 200), outcome })}`;
}

export const MOST_REPORTED = 1_000;
/** A letter of a form may be nine bytes. */
export const MOST_REPORT_BYTES = 10_240;

/** Characters that control a terminal or hide text, and line breaks, become spaces. */
const asOneLine = (words: string) => words.replaceAll(/[\p{C}\s]+/gu, ' ');

export const MistakeReport = z.object({
  slug: Slug.meta({ description: 'Product slug.', examples: ['notion'] }),
  evidence: z
    .preprocess((id) => (id === '' ? undefined : id), EvidenceId.optional())
    .optional()
    .meta({ description: 'Id of the quote that is misread.' }),
  words: z
    .string()
    .max(MOST_REPORTED)
    .transform(asOneLine)
    .pipe(Words)
    .meta({ description: 'What is wrong, and what the vendor’s page says.' }),
});
export type MistakeReport = z.infer<typeof MistakeReport>;

export const ReportReceived = z.strictObject({
  id: z.string(),
  slug: Slug,
  status: z.literal('received'),
  links: z.strictObject({
    page: z.url().meta({ description: 'Page of the product.' }),
    corrections: z.url().meta({ description: 'Corrections of the product’s prices.' }),
  }),
});
export type ReportReceived = z.infer<typeof ReportReceived>;
