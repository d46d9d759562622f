/** An event of the log as subscribers get it, with its proof. Pure. */
import type { LoggedChange } from '../../data/change.ts';
import type { EvidenceId } from '../../data/record.ts';
import { changeWords } from '../../data/text/change-words.ts';
import { percentOf } from '../../data/watch/percent.ts';

export interface Proof {
  id: EvidenceId;
  quote: string;
  /** The vendor's page. */
  url: string;
  capturedAt: string;
  /** Our page that shows the quote in its place. */
  page: string;
}

/** The `data` of a webhook. */
export interface Notice {
  /** Place in the log: after a missed one, `GET /api/v2/changes?cursor=` goes on from the last that arrived. */
  seq: number;
  change: LoggedChange;
  product: { slug: string; name: string };
  /** The change in words: "Pro: $10 per user/month, was $8 per user/month". */
  words: string;
  /** Of a price that moved. */
  percent?: number;
  evidence: Proof[];
  links: { page: string; changes: string };
}

export interface Published {
  nameOf(slug: string): string | undefined;
  evidence(id: string): { evidence: { id: EvidenceId; quote: string; url: string; capturedAt: string } } | undefined;
}

export function noticeOf(change: LoggedChange, published: Published, baseUrl: string): Notice {
  const { seq, slug } = change;
  const percent = percentOf(change);
  const name = published.nameOf(slug) ?? slug;
  return {
    seq,
    change,
    product: { slug, name },
    words: changeWords(change),
    ...(percent !== undefined && { percent }),
    evidence: change.evidence.flatMap((cited) => {
      const found = published.evidence(cited)?.evidence;
      if (found === undefined) return [];
      const { id, quote, url, capturedAt } = found;
      return [{ id, quote, url, capturedAt, page: `${baseUrl}/evidence/${id}` }];
    }),
    links: {
      page: `${baseUrl}/tools/${slug}/pricing`,
      changes: `${baseUrl}/api/v2/changes?cursor=${seq - 1}`,
    },
  };
}
