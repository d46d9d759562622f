import type { FixedPage, Page } from '../interface/page.ts';
import { alternativesPage } from './alternatives.ts';
import { apiReferencePage } from './api-reference/api-reference.ts';
import { botPage } from './bot.ts';
import { llmCalculatorPage } from './calculators/llm-calculator.ts';
import { tcoCalculatorPage } from './calculators/tco-calculator.ts';
import { categoryPage } from './category.ts';
import { changesPage } from './changes.ts';
import { comparePage } from './compare.ts';
import { costGuidePage } from './cost-guide.ts';
import { docsOperationPage, docsPage } from './docs/docs.ts';
import { problemCodePage } from './docs/problem-code.ts';
import { evidencePage } from './evidence/evidence.ts';
import { historyPage } from './history/page.ts';
import { homePage } from './home.ts';
import { modelsPage } from './models.ts';
import { negotiationEmailPage } from './negotiation/page.ts';
import { indexMethodPage, priceIndexPage } from './price-index.ts';
import { productPage } from './product/product.ts';
import { qualityPage } from './quality.ts';
import { reportPage } from './report.ts';
import { stackPage } from './stack.ts';
import { termsPage } from './terms.ts';

export const pages: readonly Page[] = [
  homePage,
  productPage,
  historyPage,
  evidencePage,
  categoryPage,
  modelsPage,
  changesPage,
  priceIndexPage,
  comparePage,
  alternativesPage,
  tcoCalculatorPage,
  llmCalculatorPage,
  stackPage,
  docsPage,
  docsOperationPage,
  costGuidePage,
  apiReferencePage,
  negotiationEmailPage,
  qualityPage,
  reportPage,
];

export const fixedPages: readonly FixedPage[] = [problemCodePage, botPage, termsPage, indexMethodPage];
