/**
 * Which short lines of a page are a tier's name, say that it is free, or say that its price is for the asking.
 *
 * "Free", "contact us" and "nothing found" are three facts; a call to action ("Start free trial") is none of them.
 */
import { anyOfUse } from '../../../data/text/claim-words.ts';
import { insteadOfAmount } from '../mentions/mentions.ts';
import { isPlain, tidyName } from '../page/label.ts';
import { lettersBeside, type Phrase } from '../vocabulary/phrases.ts';
import { matchAny } from '../vocabulary/vocabulary.ts';

const CUSTOM_LINE = new RegExp(`^(?:${anyOfUse('custom', 'line')})[.!→›»]*$`, 'iu');

const NOT_NAME =
  /^(?:most (?:popular|chosen|loved|value|flexible|wanted|picked|purchased)|popular|trending|hot|featured|suggested|sale|on sale|sold out|invite only|waitlist|bonus|cancel anytime|(?:our|your|top|staff|editors?|editor['’]s|customers?|customers?['’]|customer['’]s|fan|team|users?|crowd|everyone['’]s|community|popular|people['’]s|insiders?|#?1) (?:favou?rites?|choice|picks?|tip)|(?:best|great|smart) (?:value|deal|choice|buy)|limited (?:offer|deal|edition)|(?:top|best)[- ]?sell(?:er|ing)|your plan|recommended(?: for you)?|(?:launch|special|introductory|welcome|early[- ]bird) (?:offer|price|pricing|deal)|new|coming soon|current plan|our most popular.*|best seller|limited time.*|beta|save\b.*|\d+ ?% .*|monthly|yearly|annual|annually|month|year|quarterly|per month|per year|(?:monthly|annual|yearly|total|base) (?:costs?|prices?|fees?|charges?)|.{2,40} costs?|costs? of .*|the (?:old|new|usual|traditional|manual) way|billed.*|pay (?:monthly|yearly|annually).*|pricing|prices?|plans?|plans? (?:&|and) pricing|pricing plans?|plan|.{1,30} plans|starting (?:at|from)|starts (?:at|from)|from|as low as|was|now|or|or .+|and|and .+|then|only|just|off|usd|eur|gbp|cloud|self-?hosted|self-?host|key features.*|features.*|what'?s included.*|includes?:?|including.*|everything in.*|everything (?:from|you).*|all .* features.*|get started.*|start|start(?:ing|s)? .*|try\b.*|sign ?up.*|sign in|log ?in|buy\b.*|choose.*|select.*|subscribe.*|upgrade.*|learn more.*|see .*|view .*|compare.*|download.*|book\b.*|request.*|order\b.*|join\b.*|create .*|read .*|add-?ons?|faqs?|frequently.*|questions.*|(?:(?:detailed|full|quick) )?(?:(?:plans?|features?|pric(?:e|ing)|tiers?) )?comparison(?: table| chart)?|for .{3,}|ideal .*|perfect .*|great .*|best for.*|per .*|each|min(?:imum|\.) .*|max(?:imum|\.) .*|at least .*|mindestens .*|minimo .*|mínimo .*|最低.*|最少.*|最大.*|up to .*|unlimited .+|no .*|support(?!ers?$).*|usage:?|limits:?|management:?|overview|total|subtotal|price|cost|amount|tier|rate|free trial.*|\d+[- ]day.*|with .*|yes|no|included|not included|vat.*|excl.*|incl.*|tax.*|flavor|resources?|月付|年付|价格|monatlich|jährlich|mensuel|annuel|how .*|why .*|what .*|can .*|do .*|is .*|are .*|when .*|where .*|who .*|which .*|will .*|should .*|menu|home|blog|docs|product|products|company|resources|about|contact.*|footer|legal|terms.*|privacy.*)$/iu;

/** Ribbons and the words of switches in other languages, which name nothing either. */
const NOT_NAME_ELSEWHERE =
  /^(?:包含.+|包括.+|(?:todo|tudo|tutto|tout|alles|wszystko|vše|všechno|всё|все) (?:lo )?(?:de|do|da|di|en|em|in|aus|im|von|z|из|du|le|el|o|il|het|ce (?:que|qui)|quello|što) .+|(?:am )?beliebt(?:este[rs]?)?|meistverkauft|topseller|unser tipp|aktion|angebot|(?:le )?plus vendu|notre choix|promo(?:ção)?|offre (?:de lancement|spéciale)|oferta|offerta|(?:la )?scelta migliore|aanbieding|populairste|am häufigsten gewählt|meistgewählt|empfohlen|bestseller|unsere empfehlung|bester wert|(?:le |la )?plus (?:populaire|choisie?)|populaire|recommandée?|meilleure offre|(?:el |la |lo )?m[áa]s (?:popular|elegido|vendido)|recomendad[oa]|mejor (?:valor|oferta)|(?:o )?mais (?:popular|escolhido|vendido)|melhor (?:valor|custo[- ]benefício|oferta)|(?:il )?più (?:popolare|scelto|venduto)|consigliato|miglior (?:valore|prezzo)|(?:meest|vaakst) (?:gekozen|populair)|populair|aanbevolen|beste (?:keuze|waarde|prijs)|najpopularniejszy|najczęściej wybierany|polecany|populárn[íy]|doporučujeme|nejoblíbenější|популярный|самый популярный|хит(?: продаж)?|рекомендуем|выгодно|лучший выбор|en popüler|önerilen|mest (?:populær|populära?|valgt|vald)|anbefalt|anbefalet|rekommenderas|suosituin|terpopuler|人気(?:no\.?1)?|一番人気|おすすめ|推荐|最受欢迎|人气|인기|추천|monatlich zahlen|jährlich zahlen|mensuellement|annuellement|par (?:mois|an)|mensual(?:mente)?|anual(?:mente)?|mensal(?:mente)?|mensile|annuale|maandelijks|jaarlijks|(?:per|pro) (?:maand|jaar|monat|jahr)\.?|miesięcznie|rocznie|měsíčně|ročně|månadsvis|årsvis|månedlig|årlig|помесячно|ежемесячно|ежегодно|за (?:месяц|год)|в (?:месяц|год)|aylık|yıllık|bulanan|tahunan|每月|每年|按月|按年|月払い|年払い|월간|연간|nur|ab|seulement|dès|à partir de|desde|a partir de|sólo|apenas|slechts|vanaf|od|tylko|только|всего|от|(?:bis (?:zu )?|jusqu[’']?à |hasta |até |fino a |tot |do |до |最多 ?)\d.*|.{0,4}(?:unbegrenzt|illimité|ilimitad|illimitat|onbeperkt|без(?:лимит| ограничени)).{0,40})$/iu;

/** What buttons and links of a card say in other languages. */
const CALL_ELSEWHERE =
  /^(?:(?:jetzt|gleich|heute noch) .+|(?:.{1,30} )?(?:testen|starten|anmelden|registrieren|ausprobieren|bestellen|buchen|kaufen|abonnieren|herunterladen|auswählen|loslegen)|.{1,30} wählen|mehr erfahren|los geht[’']?s|(?:je )?(?:commence[rz]?|essaye[rz]|choisi(?:r|s|ssez)|achete[rz]|démarre[rz]?|souscri(?:re|s|vez)|télécharge[rz]|découvr(?:ir|ez)|réserve[rz]|demande[rz])(?: .+)?|(?:s[’']|je m[’'])(?:inscri(?:re|s)|abonner?)(?: .+)?|inscrivez-vous.*|abonnez-vous.*|en savoir plus.*|(?:empezar|comenzar|probar|elegir|comprar|contratar|suscribir(?:se|me)|suscríbe(?:te|me)|registrarse|regístrate|descargar|solicitar|saber más|más información|pruébalo)(?: .+)?|(?:empieza|comienza|prueba|elige|contrata|crea|descarga|solicita|quiero) .+|(?:começar|comece|experimentar|experimente|escolher|escolha|assinar|assine|contratar|contrate|cadastr(?:ar|e-se)|baixar|testar|agendar|saiba mais)(?: .+)?|(?:inizia|scegli|acquista|abbonati|registrati|scarica|richiedi|scopri di più)(?: .+)?|prova (?:gratis|gratuita|ora|subito).*|(?:probeer|kies|koop|bestel|registreer|abonneer|meld je|bekijk) .+|(?:wybierz|kup|zacznij|rozpocznij|wypróbuj|zarejestruj|załóż|pobierz|zamów|dowiedz|przetestuj)(?: .+)?|(?:vyzkoušet|vyzkoušejte|začít|objednat|koupit|vybrat|registrovat)(?: .+)?|(?:начать|попробовать|подключить|купить|выбрать|оформить|заказать|получить|зарегистрироваться|скачать|подробнее|оплатить|подписаться)(?: .+)?|(?:почати|спробувати|підключити|купити|обрати|вибрати|замовити|отримати|зареєструватися|детальніше)(?: .+)?|hemen .+|(?:kom (?:igång|i gang)|prova gratis|prøv|välj|velg|vælg|köp|kjøp|køb|beställ|bestill?)(?: .+)?|.{0,12}(?:申し込む|始める|はじめる|試す|選択する|購入する|登録する)|(?:立即|马上|免费试用|开始使用|选择套餐|购买).{0,10}|.{0,12}(?:시작하기|선택하기|구매하기|신청하기|가입하기))[ →›»!]{0,4}$/iu;

/** What vendors call tiers, the world over: a name of this kind needs less proof from the layout. */
const TIER_WORD =
  /\b(?:free|paid|hobby|starter|start|basic|essentials?|lite|light|standard|plus|pro|professional|premium|team|teams|business|growth|scale|advanced|ultimate|enterprise|individual|personal|solo|developer|startup|company|organization|agency|unlimited|gold|silver|bronze|platinum|community|open[- ]source|pay[- ]as[- ]you[- ]go|payg|max|elite|core|launch|expert|studio|creator|family|student|education|nonprofit)\b|专业版|企业版|个人版|团队版|基础版|标准版|高级版|免费版/iu;

/** The same in other languages. */
const TIER_WORD_ELSEWHERE =
  /(?<!\p{L})(?:gratuit[oae]?|gratis|grátis|kostenlos|básic[oa]|basique|basis|profesional|profissional|professionnel|professionell|professionale|empresarial|empresas?|entreprise|unternehmen|essencial|esencial|essentiel|intermedi[oa]|avanzad[oa]|avançado|avancé|compleet|complet[oa]?|individuel|individuale|équipe|equipo|equipe|corporativo|бесплатно|бесплатный|базовый|стандарт|премиум|бизнес|старт|про|корпоративный|профессиональный|podstawowy|profesjonalny|darmowy|biznes|temel|kurumsal|profesyonel|ücretsiz)(?!\p{L})|スタンダード|プレミアム|ベーシック|エンタープライズ|ビジネス|スターター|스탠다드|프리미엄|베이직|비즈니스|엔터프라이즈|基础版|旗舰版/iu;

/** German writes a tier's word and what it is of as one: "Basistarif", "Gratisversion". */
const TIER_COMPOUND =
  /^(?:basis|gratis|frei|standard|komfort|premium|profi|pro|plus|business|starter|einsteiger)(?:version|tarif|paket|plan|lizenz|konto)$/i;

/** Headings of what stands below the tiers and is about all of them: an amount under one is no tier's. */
export const ASIDE =
  /^(?:notes?|foot ?notes?|good to know|faqs?|frequently asked questions|questions(?: (?:&|and) answers)?|q ?& ?a|terms(?: (?:&|and) conditions)?|the (?:fine|small) print|fine print|small print|what[’']?s included|l?o? ?qu[eé] (?:incluye|inclui)|was (?:ist )?enthalten(?: ist)?|ce qui est inclus|please note|important(?: notes?| information)?|disclaimers?|remarks|details|(?:additional|further|more) information|hinweise|gut zu wissen|häufige fragen|remarques|bon à savoir|questions fréquentes|notas|preguntas frecuentes)[:.]?$/iu;

/** Headings of a footer, and words of what is included, that are tiers' names as well where a price follows. */
export const MENU_WORD =
  /^(?:company|cloud|self-?hosted|support|start|illimité|unbegrenzt|ilimitad[oa]|illimitato|onbeperkt|безлимит)$/iu;

/** Switches between two price lists that are tiers' names as well, where a price stands beside them. */
export const HOSTING = /^(?:cloud|self-?hosted)$/i;

const MAX_SAID = 60;

export function isFreeLine(line: string): boolean {
  return line.length <= MAX_SAID && insteadOfAmount(line, matchAny(line))?.kind === 'free';
}

/** The words for free alone, or with those for a plan: what a free tier is called. */
export function isFreeName(words: string): boolean {
  const phrases = words.length > MAX_SAID ? [] : matchAny(words);
  const isOne = ({ meanings }: Phrase) => meanings.has('free') || meanings.has('planWord');
  return phrases.some(({ meanings }) => meanings.has('free')) && lettersBeside(words, phrases.filter(isOne)) === 0;
}

export function isCustomLine(line: string): boolean {
  return line.length <= MAX_SAID && CUSTOM_LINE.test(line);
}

export function hasTierWord(name: string): boolean {
  return TIER_WORD.test(name) || TIER_WORD_ELSEWHERE.test(name) || TIER_COMPOUND.test(name);
}

/** The name in a line, or undefined where it is none. `firm` where the layout itself makes it one (a heading). */
export function nameIn(line: string, firm: boolean): string | undefined {
  if (line.length > 120 || (!firm && isBullet(line))) return undefined;
  const name = tidyName(line);
  if (name.length > (firm ? 60 : 36) || spacesIn(name) >= (firm ? 8 : 5)) return undefined;
  if (name.length < 2 && !/^[A-Z\p{Lo}]$/u.test(name)) return undefined;
  if (!/^[A-Za-z][A-Za-z0-9 ]+$/.test(name)) {
    // "(billed yearly)" is a remark on what stands before it.
    if (name.startsWith('(')) return undefined;
    if (!firm && /[.:;,]$/.test(name)) return undefined;
    if (!/\p{L}/u.test(name) || /[?!,]$|;|[$€£¥₹₽₩]|\d ?[원円元]|[✓✔✗✕]|^[/+]/u.test(name)) return undefined;
  }
  if (!firm && /^[\p{Ll}\d]/u.test(name)) return undefined;
  if (
    NOT_NAME.test(name) ||
    NOT_NAME_ELSEWHERE.test(name) ||
    CALL_ELSEWHERE.test(name) ||
    ASIDE.test(name) ||
    isCustomLine(name)
  )
    return undefined;
  return isPlain(name) ? name : undefined;
}

/** "• One domain", "✓ Backups", "* by the year": what a list without markup says, and notes. */
function isBullet(line: string): boolean {
  const first = line.charCodeAt(0);
  return (first > 126 && /^[•·‣⁃∙◦▪▸►➤➔→✓✔☑✅✗✘✕❌]/u.test(line)) || (first === 42 && line[1] !== '*');
}

/** "Go wild!": a call where it stands alone, a name where it heads one card of a row. */
export function exclaimedName(line: string): string | undefined {
  const name = nameIn(line.replace(/ ?!$/, ''), true);
  return name === undefined || spacesIn(name) > 2 ? undefined : `${name}!`;
}

function spacesIn(words: string): number {
  let spaces = 0;
  for (let at = words.indexOf(' '); at >= 0; at = words.indexOf(' ', at + 1)) spaces += 1;
  return spaces;
}

/** The name in a line that stands where all cards of a row have theirs: numbers and limits may be names there. */
export function nameInPlace(line: string, isAbove: boolean): string | undefined {
  if (line.length > 40 || line.split(' ').length > 6 || isFreeLine(line) || /[.:,]$/.test(line) || isBullet(line))
    return undefined;
  const name = nameIn(line, true);
  if (name !== undefined) return isAbove || !/^\d/.test(name) ? name : undefined;
  const limit = tidyName(line);
  return isAbove && /^(?:up to \d[\d.,]*[km]?|unlimited) \p{L}/iu.test(limit) && isPlain(limit) ? limit : undefined;
}

/** "Price: " before what a tier costs. */
const PRICE_SAID = /^(?:price|pricing|cost)s? ?[:–—-] ?/i;

/** A line without such a lead. */
export function withoutLead(line: string): string {
  return /^[pc]/i.test(line) ? line.replace(PRICE_SAID, '') : line;
}

export interface NamedPrice {
  name: string;
  /** Of the name's part of the line. */
  length: number;
  price: string;
  /** What the price's part says where it is no amount. */
  kind: 'free' | 'custom' | undefined;
}

const PARTED = /^([^—–:|(·•\n]{1,60}?)\s*(?:[—–:|(·•]| -{1,3} |(?: \/|,) (?=[$€£¥₹\d]))\s*(\S[^\n]{0,60})$/u;

/** "Pro – $20 / month", "Enterprise (contact us)": a line that names a tier and says what it costs. */
export function namedPrice(line: string): NamedPrice | undefined {
  const [, head = '', tail = ''] = (line.length <= 120 && PARTED.exec(line)) || [];
  const name = nameIn(head, true) ?? (HOSTING.test(tidyName(head)) ? tidyName(head) : undefined);
  if (name === undefined) return undefined;
  const price = tail.replace(/\)$/, '').trim();
  const kind = isFreeLine(price) ? 'free' : isCustomLine(price) ? 'custom' : undefined;
  return { name, length: head.length, price, kind };
}

/** What heads a column of machine sizes: tiers only where the table stands under a tier's name. */
export const SIZE_HEAD =
  /^(?:flavou?rs?|sizes?|instances?|instance (?:types?|names?|sizes?)|machines?|machine types?|servers?|server types?|node types?|dyno(?: type)?s?|configurations?|größe|taille|tamaño|规格)$/i;
/** What heads a column of tiers. */
export const TIER_HEAD =
  /^(?:plans?|tiers?|packages?|editions?|subscriptions?|products?|name|plan name|users?|account(?: type)?|type|licen[cs]e|tarife?|formules?|offres?|planes?|piani|planos|abonnements?|pakiety?|paketler|paket|тарифы?|тарифный план|планы?|套餐|版本|方案|プラン|요금제|)$/i;
