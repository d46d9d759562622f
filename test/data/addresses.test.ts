/** An address that a vendor can choose, by a redirect above all, is of the web, or it is refused before it is kept. */
import { describe, expect, it } from 'vitest';
import { Observation } from '../../data/observation.ts';
import { Page } from '../../data/page.ts';
import { RecordEvidence, Verification } from '../../data/record.ts';
import { evidence, observation, page, verification } from '../builders.ts';

const OTHERS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://acme.example/',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://acme.example/x',
  'ftp://acme.example/',
];

describe.each(OTHERS)('%s', (url) => {
  it.each([
    ['where a page was in the end', Page.safeParse(page({ finalUrl: url }))],
    ['what was asked for', Page.safeParse(page({ url }))],
    ['the page of a proof', RecordEvidence.safeParse(evidence({ url }))],
    ['the source of a record', Verification.safeParse(verification({ source: url }))],
    ['the page of an observation', Observation.safeParse({ ...observation(), page: page({ finalUrl: url }) })],
  ])('is not %s [D1.vendor-text.inert]', (_, parsed) => {
    expect(parsed.success).toBe(false);
  });
});

it('an address of the web is kept as it is', () => {
  expect(Page.parse(page())).toEqual(page());
  expect(RecordEvidence.parse(evidence())).toEqual(evidence());
  expect(Verification.parse(verification())).toEqual(verification());
});
