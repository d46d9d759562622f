/** Terms of sale beside the prices: what states them, and what only looks as if it did. */
import { describe, expect, test } from 'vitest';
import { said } from './said.ts';

describe('a trial', () => {
  test.each<[string, object]>([
    ['Start your 14-day free trial', { days: 14 }],
    ['Free 30-day trial, no credit card required.', { days: 30, card: 'not_required' }],
    ['Try everything free for 21 days.', { days: 21 }],
    ['14 day free trial</p><small>No credit card needed</small><p>', { days: 14, card: 'not_required' }],
    ['7-day free trial. Credit card required.', { days: 7, card: 'required' }],
    ['Every plan starts with a two-week free trial.', { days: 14 }],
    ['Enjoy a 1-month free trial.', { months: 1 }],
    ['Free trial (10 days)', { days: 10 }],
    ['14 Tage kostenlos testen, keine Kreditkarte erforderlich', { days: 14, card: 'not_required' }],
    ['30-tägige kostenlose Testphase', { days: 30 }],
    ['Essai gratuit de 14 jours, sans carte bancaire', { days: 14, card: 'not_required' }],
    ['Prueba gratuita de 15 días', { days: 15 }],
    ['Prova gratuita di 14 giorni', { days: 14 }],
    ['14 天免费试用', { days: 14 }],
    ['30日間無料トライアル', { days: 30 }],
  ])('%j', (words, fact) => {
    expect(said('trial', words)).toEqual([fact]);
  });

  test.each([
    'Start free trial',
    'Do you offer a 14-day free trial?',
    'There is no 14-day free trial on this plan.',
    'We no longer offer a 30-day trial.',
    'Competitors give you a 7-day trial.',
    'Extend your trial by 14 days',
    '30-day history',
    'Data is kept for 14 days after your trial.',
    'No credit card required',
    'Keine 14 Tage kostenlos testen',
    '<blockquote>I loved the 14-day free trial</blockquote>',
    'A clinical trial over 90 days, or a trial of 90 days',
    'Start a 14-day free trial. Or try the 30-day free trial.',
  ])('%j states none', (words) => {
    expect(said('trial', words)).toEqual([]);
  });
});

describe('money back', () => {
  test.each<[string, object]>([
    ['30-day money-back guarantee', { days: 30 }],
    ['Money back guarantee within 14 days.', { days: 14 }],
    ['Get a full refund within 60 days of purchase.', { days: 60 }],
    ['30 day no-questions-asked refund policy', { days: 30 }],
    ['30 Tage Geld-zurück-Garantie', { days: 30 }],
    ['Satisfait ou remboursé 30 jours', { days: 30 }],
    ['Garantía de devolución de dinero de 30 días', { days: 30 }],
    ['30日間の返金保証', { days: 30 }],
  ])('%j', (words, fact) => {
    expect(said('money_back', words)).toEqual([fact]);
  });

  test.each([
    'Refunds are processed within 5 days.',
    'No refunds after 30 days.',
    'We do not offer a 30-day money-back guarantee.',
    'Is there a 30-day money-back guarantee?',
    'Handle refunds within 30 days',
    'Domains are non-refundable within 30 days.',
    'Cancel with 30 days notice.',
    'Keine 30 Tage Geld-zurück-Garantie',
  ])('%j promises none', (words) => {
    expect(said('money_back', words)).toEqual([]);
  });
});

describe('tax', () => {
  test.each<[string, object]>([
    ['All prices exclude VAT.', { prices: 'exclude', tax: 'vat' }],
    ['Prices are excl. VAT', { prices: 'exclude', tax: 'vat' }],
    ['Prices do not include applicable taxes.', { prices: 'exclude', tax: 'tax' }],
    ['Prices shown are exclusive of GST.', { prices: 'exclude', tax: 'gst' }],
    ['All amounts include VAT.', { prices: 'include', tax: 'vat' }],
    ['Prices in USD, plus sales tax.', { prices: 'exclude', tax: 'sales_tax' }],
    ['Alle Preise zzgl. MwSt.', { prices: 'exclude', tax: 'vat' }],
    ['Alle Preise inkl. MwSt.', { prices: 'include', tax: 'vat' }],
    ['Prix hors taxes', { prices: 'exclude', tax: 'tax' }],
    ['Tous les prix sont affichés TVA incluse', { prices: 'include', tax: 'vat' }],
    ['Precios sin IVA', { prices: 'exclude', tax: 'vat' }],
    ['Precios con IVA incluido', { prices: 'include', tax: 'vat' }],
    ['Prezzi IVA esclusa', { prices: 'exclude', tax: 'vat' }],
    ['表示価格は税込です', { prices: 'include', tax: 'tax' }],
    ['价格不含税', { prices: 'exclude', tax: 'tax' }],
  ])('%j', (words, fact) => {
    expect(said('tax', words)).toEqual([fact]);
  });

  test.each([
    'Do prices include VAT?',
    'Add your VAT number at checkout.',
    'File VAT returns with one click, including VAT reports.',
    'Invoices including VAT for your customers',
    'Prices may or may not include VAT.',
    'Tax-exempt organisations are welcome.',
    'Prices exclude VAT. All prices include VAT.',
    'Track expenses, including tax',
    'Payroll including taxes for every country',
  ])('%j says nothing of these prices', (words) => {
    expect(said('tax', words)).toEqual([]);
  });
});

describe('an annual discount, held against the prices', () => {
  test.each<[string, object]>([
    ['Save 20% with annual billing.', { percent: 20, agrees: true }],
    ['Pay yearly and save 20%', { percent: 20, agrees: true }],
    ['20% off when billed annually', { percent: 20, agrees: true }],
    ['Annual plans are 35% cheaper', { percent: 35, agrees: false }],
    ['Get 2 months free with annual billing', { monthsFree: 2, agrees: false }],
    ['Save up to 20% on yearly plans', { percent: 20, isUpTo: true, agrees: true }],
    ['</p><button>Monthly</button><button>Yearly</button><span>Save 20%</span><p>', { percent: 20, agrees: true }],
    ['Sparen Sie 20 % bei jährlicher Zahlung', { percent: 20, agrees: true }],
    ['Économisez 20 % avec la facturation annuelle', { percent: 20, agrees: true }],
    ['Ahorra un 20 % con la facturación anual', { percent: 20, agrees: true }],
    ['Risparmia il 20% con il piano annuale', { percent: 20, agrees: true }],
    ['年付省 20%', { percent: 20, agrees: true }],
  ])('%j', (words, fact) => {
    expect(said('annual_discount', words)).toEqual([fact]);
  });

  test.each([
    'Save 20% on your first year.',
    'Customers save 20% of their annual budget.',
    'Cut annual energy costs by 20%, save more.',
    'Save 20% today with code YEARLY',
    '20% off annual plans for nonprofits',
    'Black Friday: 50% off annual plans',
    'Do I save 20% with annual billing?',
    'No 20% discount on annual plans.',
    'Save 20%',
    'Save 10% quarterly or 20% with annual billing.',
    'Our annual uptime is 99.9%, less than others',
    'Save 20% annually. Save 30% annually.',
  ])('%j states none', (words) => {
    expect(said('annual_discount', words)).toEqual([]);
  });
});

describe('a programme', () => {
  test.each<[string, object[]]>([
    ['Non-profits get 50% off every plan.', [{ programme: 'nonprofit', percent: 50 }]],
    ['Students receive a 30% discount.', [{ programme: 'education', percent: 30 }]],
    ['We offer special pricing for startups.', [{ programme: 'startup' }]],
    ['Free for open-source projects.', [{ programme: 'open_source', isFree: true }]],
    ['Free for classrooms.', [{ programme: 'education', isFree: true }]],
    [
      '40% off for charities and schools.',
      [
        { programme: 'education', percent: 40 },
        { programme: 'nonprofit', percent: 40 },
      ],
    ],
    ['Up to 90% off for early-stage startups', [{ programme: 'startup', percent: 90, isUpTo: true }]],
    [
      '</p><h4>Do you offer a discount for non-profits?</h4><p>Yes! Registered charities get 25% off.',
      [{ programme: 'nonprofit', percent: 25 }],
    ],
    ['50 % Rabatt für gemeinnützige Organisationen', [{ programme: 'nonprofit', percent: 50 }]],
    ['50 % de réduction pour les étudiants', [{ programme: 'education', percent: 50 }]],
    ['50 % de descuento para estudiantes', [{ programme: 'education', percent: 50 }]],
  ])('%j', (words, facts) => {
    expect(said('programme', words)).toEqual(facts);
  });

  test.each([
    'Perfect for startups and growing teams.',
    'Do you offer discounts for students?',
    'We do not offer discounts for non-profits.',
    'Helps non-profits raise 30% more, free of stress.',
    'Trusted by universities and startups.',
    'Education discounts may be available.',
    '<blockquote>As a startup we got 50% off</blockquote>',
    'Free courses teach students to code.',
    'Startup plan: 20% off',
  ])('%j gives nothing', (words) => {
    expect(said('programme', words)).toEqual([]);
  });
});
