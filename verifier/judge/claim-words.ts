/**
 * Words by which a page says that a tier is free, or that its price is not published, in the languages we meet.
 *
 * The readers have their own, wider rules for finding such words; here it is only asked whether a quote that they
 * brought says so at all.
 */
import { supportOf } from './stated-amounts.ts';

const FREE =
  /(?<!\p{L})free(?!lanc|dom|z|hand)|(?<!\p{L})(?:gratis|gratuit[oae]?s?|kostenlos\p{L}*|kostenfrei\p{L}*|grátis|grátisz|zdarma|ücretsiz|darmow\p{L}*|bezpłatn\p{L}*|ilmainen|ilmaiseksi|ingyenes|δωρεάν|бесплатн\p{L}*|безкоштовн\p{L}*|مجاني\p{L}*|no (?:cost|charge)|without charge)(?!\p{L})|免费|免費|無料|무료|フリー|isFree/iu;

/** A trial of something paid, and the English suffix, say nothing of a free tier. */
const NOT_FREE =
  /free(?:[\s-]+\d+[\s-]*(?:day|week|month)s?)?[\s-]+trial|\p{L}-free(?!\p{L})|(?:day|week|month)s?[\s-]+free/giu;

const CUSTOM =
  /custom|contact|flexib|volume|application|sur demande|talk|sales|quote|demo|on request|upon request|request|get in touch|call us|speak|tailored|bespoke|let.s chat|chat with|i?enquir|inquir|reach out|connect with|negotia|poa(?!\p{L})|on demand|book a|consult|individuell|auf anfrage|anfrag|kontakt|angebot|maßgeschneidert|sprechen|sur devis|sur mesure|devis|personnalis|contactez|parl|personaliza|a medida|bajo consulta|cotiza|contacta|habl|su richiesta|preventivo|personalizzat|contatta|op maat|op aanvraag|aangepast|offerte|sob consulta|fale|consulte|özel|iletişim|indywidualn|skontaktuj|zapytaj|на заказ|по запросу|связаться|свяжитесь|обсуд|индивидуальн|联系|聯絡|咨询|定制|洽谈|お問い?合わ?せ|要相談|個別|見積|문의|상담|맞춤/iu;

export function saysFree(quote: string): boolean {
  return FREE.test(quote.replace(NOT_FREE, ' ')) || supportOf(quote, '0.00') !== undefined;
}

export function saysCustom(quote: string): boolean {
  return CUSTOM.test(quote);
}
