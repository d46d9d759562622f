/** Whether prices are with or without tax, where a sentence says so. */

export interface Tax {
  prices: 'include' | 'exclude';
  tax: 'vat' | 'gst' | 'sales_tax' | 'tax';
}

const TAX =
  '(?:(?:(?:applicable|any|all|local|other|relevant|the|your|20%|19%|21%|10%|statutory|state|and) ){0,3}(?:VAT|GST(?:/HST)?|HST|sales tax(?:es)?|tax(?:es)?|duties))(?![\\p{L}-])';
const STEUER = '(?:(?:gesetzliche[rn]?|ges\\.|der) ){0,2}(?:MwSt|Mehrwertsteuer|USt|Umsatzsteuer)(?!\\p{L})';
const IVA = '(?:(?:el|gli|o|impuestos?|imposto) ){0,1}(?:IVA|impuestos|TVA)(?!\\p{L})';

const EXCLUDES = [
  `(?:excl(?:\\.|uding|udes?|usive of)?|exclusive of|ex\\.?|before|plus|without|not including|(?:do|does) not include|don[’']t include|doesn[’']t include|net of|subject to) ${TAX}`,
  `\\+ ?${TAX}`,
  `${TAX} (?:(?:is|are) )?(?:not included|excluded|extra|added at checkout|will be added|is added|(?:may|will) apply)`,
  `(?:zzgl\\.?|zuzüglich|exkl\\.?|exklusive|ohne|plus) ${STEUER}`,
  `verstehen sich (?:netto|zuzüglich|zzgl\\.?|exkl\\.?|ohne)`,
  '(?:hors taxes|hors TVA|€ HT|(?:prix|tarifs)[^.]{0,30} HT)(?!\\p{L})',
  `(?:más|\\+|sin|no incluyen?|excluid[oa]|più|escluso|excluye) ?${IVA}`,
  `${IVA} (?:no incluid[oa]s?|escluso|esclusa|non inclus[ao])`,
  '不含税|税抜き?|税別',
].map(phrase);

const INCLUDES = [
  `(?:incl(?:\\.|uding|udes?|usive of)?|inclusive of) ${TAX}`,
  `${TAX} (?:(?:is|are) )?(?:already )?(?:included|inclusive)`,
  `(?:inkl\\.?|inklusive|einschließlich|enthalten(?: bereits)?(?: die)?) ${STEUER}`,
  '(?:€ TTC|(?:prix|tarifs)[^.]{0,30} TTC|toutes taxes comprises|TVA (?:incluse|comprise))(?!\\p{L})',
  `(?:incluyen?|con|incluid[oa]|inclus[ao]|compres[ao]) ?${IVA}`,
  `${IVA} (?:incluid[oa]s?|inclus[ao]|compres[ao])`,
  '(?<!不)含税|税込み?',
].map(phrase);

/** Scripts without spaces have no word boundaries. */
function phrase(pattern: string): RegExp {
  return new RegExp(/\p{Script=Han}/u.test(pattern) ? pattern : `(?<!\\p{L})${pattern}`, 'iu');
}

/** Who sells bookkeeping speaks of taxes that are not its own. */
const OTHER =
  /\?\s*$|(?<!\p{L})(?:tax|VAT|GST) (?:returns?|reports?|reporting|invoic\w*|numbers?|filings?|submissions?|calculat\w*|rates?|ids?|manag\w*|handl\w*|complian\w*|collect\w*|documents?|forms?|exempt\w*|season|rules?|breaks?|deduct\w*|experts?|advice|authorit\w*)(?!\p{L})|tax-exempt|(?<!\p{L})(?:customers?|clients?|invoices?|your (?:store|shop|products|orders)|shipping|may or may not|whether|expenses?|payroll|salar\w*|display)(?!\p{L})/iu;
const ABOUT_PRICES =
  /pric|(?<!\p{L})(?:all|amounts?|fees?|rates?|costs?|plans?|charges?|subscription)(?!\p{L})|preis|beträge|prix|tarif|precio|importe|prezz|preço|价格|価格|料金|[$€£¥]/iu;
const SHORT = 40;

/** What every pattern needs, so that most sentences cost one look. */
const OF_TAX = /tax|VAT|GST|HST|dut(?:y|ies)|MwSt|steuer|USt|netto|HT|TTC|TVA|IVA|impuesto|税/i;

/** Undefined where the words say neither, or both. */
export function taxIn(words: string): Tax | undefined {
  if (!OF_TAX.test(words) || OTHER.test(words)) return undefined;
  const excluded = first(words, EXCLUDES);
  // "does not include VAT" holds "include VAT": what excludes is taken out before looking for what includes.
  const included = first(excluded === undefined ? words : words.replace(excluded, ' '), INCLUDES);
  const said = excluded ?? included;
  if (said === undefined || (excluded !== undefined && included !== undefined)) return undefined;
  if (!ABOUT_PRICES.test(words) && words.length > SHORT) return undefined;
  return { prices: excluded === undefined ? 'include' : 'exclude', tax: nameOf(said) };
}

function first(words: string, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(words)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

function nameOf(said: string): Tax['tax'] {
  if (/VAT|MwSt|Mehrwert|USt|Umsatz|TVA|IVA|(?<!\p{L})(?:HT|TTC)(?!\p{L})/iu.test(said)) return 'vat';
  if (/GST|HST/i.test(said)) return 'gst';
  return /sales tax/i.test(said) ? 'sales_tax' : 'tax';
}
