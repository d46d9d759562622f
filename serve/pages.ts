/** All pages for people, and the feeds that are small enough to be made while one waits. The one list, in two parts: what shows something that is published, and what does not. */
import { apiCatalog } from './files/feeds/api-catalog.ts';
import { changesFeed } from './files/feeds/changes.ts';
import { llmsText } from './files/feeds/llms.ts';
import { productHistory } from './files/feeds/product-history.ts';
import { robots } from './files/feeds/robots.ts';
import { alternativesPage } from './pages/alternatives.ts';
import { apiReferencePage } from './pages/api-reference/api-reference.ts';
import { botPage } from './pages/bot.ts';
import { llmCalculatorPage } from './pages/calculators/llm-calculator.ts';
import { tcoCalculatorPage } from './pages/calculators/tco-calculator.ts';
import { categoryPage } from './pages/category.ts';
import { changesPage } from './pages/changes.ts';
import { comparePage } from './pages/compare/compare.ts';
import { costGuidePage } from './pages/cost-guide.ts';
import { docsOperationPage, docsPage } from './pages/docs/docs.ts';
import { problemCodePage } from './pages/docs/problem-code.ts';
import { historyPage } from './pages/history.ts';
import { homePage } from './pages/home.ts';
import { negotiationEmailPage } from './pages/negotiation/page.ts';
import { productPage } from './pages/product/product.ts';
import { qualityPage } from './pages/quality.ts';
import { termsPage } from './pages/terms.ts';
import type { FixedPage, Page } from './routing/page.ts';

export const pages: readonly Page[] = [
  homePage,
  productPage,
  historyPage,
  categoryPage,
  changesPage,
  comparePage,
  alternativesPage,
  tcoCalculatorPage,
  llmCalculatorPage,
  docsPage,
  docsOperationPage,
  costGuidePage,
  apiReferencePage,
  negotiationEmailPage,
  qualityPage,
  changesFeed,
  productHistory,
  llmsText,
];

export const fixedPages: readonly FixedPage[] = [problemCodePage, botPage, termsPage, apiCatalog, robots];
