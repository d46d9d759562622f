/** All pages for people, and the feeds that are small enough to be made while one waits. The one list, in two parts: what shows something that is published, and what does not. */
import { apiCatalog } from './feeds/api-catalog.ts';
import { changesFeed } from './feeds/changes.ts';
import { llmsText } from './feeds/llms.ts';
import { productHistory } from './feeds/product-history.ts';
import { robots } from './feeds/robots.ts';
import type { FixedPage, Page } from './page.ts';
import { alternativesPage } from './pages/alternatives.ts';
import { apiReferencePage } from './pages/api-reference.ts';
import { botPage } from './pages/bot.ts';
import { categoryPage } from './pages/category.ts';
import { changesPage } from './pages/changes.ts';
import { comparePage } from './pages/compare.ts';
import { costGuidePage } from './pages/cost-guide.ts';
import { docsOperationPage, docsPage } from './pages/docs.ts';
import { historyPage } from './pages/history.ts';
import { homePage } from './pages/home.ts';
import { llmCalculatorPage } from './pages/llm-calculator.ts';
import { negotiationEmailPage } from './pages/negotiation-email.ts';
import { problemCodePage } from './pages/problem-code.ts';
import { productPage } from './pages/product.ts';
import { qualityPage } from './pages/quality.ts';
import { tcoCalculatorPage } from './pages/tco-calculator.ts';
import { termsPage } from './pages/terms.ts';

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
