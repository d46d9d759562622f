/** The site answered, and not with what was asked for: no such page, its home page, somebody else's domain, a list of files. */
import { entitles, isPriceListAddress, type Judgement, type PageFacts, pathOf, says } from './page-facts.ts';
import { short } from './wall.ts';

const MISSING = new RegExp(
  [
    /^(?:http )?(?:error |fehler |erreur |errore |erro |ошибка )?(?:code )?404(?:$| ?[:–—|,.!-]| (?:error|not found|page not|page$|seite|fehler|nicht|erreur|sorry|oops|страница))/u,
    /^(?:[^.]{0,30}[\s:–—,.!-])?(?:(?:the |this |that |requested )?(?:page|url|content|resource|link)(?: you(?:'re| are| were| have)? (?:looking for|requested|tried to (?:reach|visit)|followed))?)? ?(?:was |is |has been |could |can)? ?(?:not found|not be found|cannot be found|can't be found|couldn't be found|doesn't exist|does not exist|no longer exists|is missing|has (?:been )?(?:moved|removed|deleted|gone)|isn't here|is gone|isn't available)(?: or .{1,60})?$/u,
    /^(?:sorry,? |oops[!,.]? )?we (?:can't|cannot|could not|couldn't|can not) (?:seem to )?find (?:the|that|this|your) (?:page|url|content|thing)/u,
    /^(?:the|this) page (?:you(?:'re| are| were) (?:looking for|trying to reach)|you requested) .{0,40}(?:exist|found|moved|removed|available)/u,
    /^nothing (?:was )?found(?: here)?$|^(?:this )?page (?:is )?no longer (?:available|exists)|^(?:you(?:'re| are|'ve| seem) (?:to be )?lost|lost your way|looks like you(?:'re| are) lost)/u,
    /^(?:diese |die )?(?:angeforderte |gesuchte )?seite (?:wurde |konnte |existiert )?(?:leider )?(?:nicht gefunden|nicht \(mehr\)|nicht mehr|nicht)(?: (?:werden|gefunden werden|existiert|verfügbar))?|^seite nicht gefunden/u,
    /^(?:oups|désolé)?[ !,.]{0,3}(?:cette |la )?page (?:demandée |que vous (?:cherchez|recherchez) )?(?:est )?(?:introuvable|non trouvée|n'existe (?:pas|plus))/u,
    /^(?:la )?página (?:solicitada |que (?:buscas|busca) )?(?:no (?:encontrada|existe|se encuentra|se ha encontrado|disponible)|não (?:encontrada|existe))|^no (?:hemos encontrado|encontramos|se encontró) (?:la|esa|esta) página/u,
    /^pagina (?:non trovata|niet gevonden|inesistente)|^(?:deze |de )?pagina (?:bestaat niet|kon niet worden gevonden|is niet gevonden)|^a página (?:não|que você procura)/u,
    /^(?:strona|nie znaleziono strony)(?: nie (?:istnieje|została znaleziona))?$|^stránk\p{L} (?:nenalezena|nebyla nalezena|neexistuje)|^sidan (?:hittades inte|kunde inte hittas|finns inte)|^siden (?:blev ikke fundet|ble ikke funnet|findes ikke)|^sivua ei löyt|^sayfa bulunamadı/u,
    /^страница не (?:найдена|существует)|^(?:页面|网页|您访问的页面)(?:不存在|未找到|找不到|已删除)|^找不到(?:该|此)?(?:页面|网页)|^(?:お探しの)?ページ(?:が|は)(?:見つかりません|存在しません)|^페이지를 찾을 수 없/u,
    /^there isn't a .{1,30} site here|^(?:no such app|deployment not found|site not found|unknown domain|project not found|nosuchkey|the specified (?:key|bucket) does not exist)/u,
    /^(?:the )?wayback machine (?:has not|hasn't|doesn't have) (?:archived )?.{0,30}|^(?:this )?url has (?:not been|been excluded from)|^page cannot be (?:crawled|displayed)/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iu',
);

const FOR_SALE =
  /^(?:buy (?:this )?domain|this domain|the domain(?: name)?|[a-z0-9-]{1,60}\.[a-z]{2,12}) (?:name )?(?:is |may be |could be )?(?:for sale|available for (?:purchase|sale)|parked|has expired|expired)|^(?:domain (?:for sale|parked|parking|expired)|premium domain(?: name)? for sale|parked domain|this domain (?:name )?(?:has been )?(?:registered|parked))|^(?:diese domain|die domain).{0,60}(?:zu verkaufen|zum verkauf)|^(?:ce (?:nom de )?domaine est (?:à vendre|en vente))|^este dominio está (?:en venta|a la venta)|^(?:questo dominio è in vendita|este domínio está à venda|dit domein is te koop|ta domena jest na sprzedaż|домен (?:продается|продаётся))|域名(?:出售|正在出售)|このドメインは.{0,20}(?:販売|売り)/iu;

const FILES = /^(?:index of \/|directory listing (?:for|of) |\[to parent directory\]$)/i;

export function missingOf(facts: PageFacts): Judgement | undefined {
  const words = says(MISSING, facts);
  if (words !== undefined)
    return { verdict: 'soft_404', reason: `The page says that it is missing: "${short(words)}"` };
  const sold = says(FOR_SALE, facts);
  if (sold !== undefined) return { verdict: 'not_pricing', reason: `What is on sale is the domain: "${short(sold)}"` };
  const files = entitles(FILES, facts);
  if (files !== undefined) return { verdict: 'not_pricing', reason: `A list of files: "${short(files)}"` };
  return isHomeInstead(facts)
    ? { verdict: 'soft_404', reason: 'The site answers with its home page, which has no price list' }
    : undefined;
}

/** A price list was asked for, the page calls itself the site's root, and nothing on it is headed as a price list. */
function isHomeInstead({ asked, url, document, isPriceList, priced }: PageFacts): boolean {
  if (!isPriceListAddress(asked) || priced > 1) return false;
  if (isPriceList.title || isPriceList.head || isPriceList.subhead) return false;
  return [url, document.meta.get('canonical'), document.meta.get('og:url')].some(
    (address) => address !== undefined && /^https?:\/\//i.test(address) && pathOf(address).length === 0,
  );
}
