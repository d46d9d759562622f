/** All pages for people, and the feed. The one list, in two parts: what shows something that is published, and what does not. */
import type { FixedPage, Page } from './page.ts';
import { botPage } from './pages/bot.ts';
import { changesFeed } from './pages/changes-feed.ts';
import { comparePage } from './pages/compare.ts';
import { costGuidePage } from './pages/cost-guide.ts';
import { homePage } from './pages/home.ts';
import { negotiationEmailPage } from './pages/negotiation-email.ts';
import { problemCodePage } from './pages/problem-code.ts';
import { productPage } from './pages/product.ts';
import { qualityPage } from './pages/quality.ts';
import { termsPage } from './pages/terms.ts';

export const pages: readonly Page[] = [
  homePage,
  productPage,
  comparePage,
  costGuidePage,
  negotiationEmailPage,
  qualityPage,
  changesFeed,
];

export const fixedPages: readonly FixedPage[] = [problemCodePage, botPage, termsPage];
