/** What a label, a feature or a sentence says of the capabilities that tiers are told apart by. */
import type { Capability } from '../../../data/reading.ts';

const NAMED: [Capability, RegExp, RegExp?][] = [
  [
    'sso',
    /(?<!\p{L})(?:SSO|single[- ]sign[- ]?on|SAML(?: 2\.0)?)(?!\p{L})/iu,
    /(?<!\p{L})(?:social|google|github|microsoft|facebook)(?: workspace)? (?:SSO|sign|single|login)/iu,
  ],
  ['scim', /(?<!\p{L})(?:SCIM|directory sync)(?!\p{L})/iu],
  [
    'audit_log',
    /(?<!\p{L})audit[- ]?(?:logs?|logging|trails?|protokolle?)(?!\p{L})|journaux? d[’']audit|registro de auditoría/iu,
  ],
  [
    'sla',
    /(?<!\p{L})(?:SLAs?|service[- ]level[- ]agreements?|uptime guarantee)(?!\p{L})/iu,
    /(?<!\p{L})(?:support|response|resolution|ticket|reply)[ -](?:time )?SLA|SLA (?:for|on) support|SLA (?:management|polic|report|track|breach|timer)/iu,
  ],
  ['roles', /(?<!\p{L})(?:role[- ]based (?:access|permissions?)|RBAC|custom roles|role permissions)(?!\p{L})/iu],
  ['api', /^(?:(?:full|public|open|rest|developer) )?API(?: access)?$/iu],
  ['data_residency', /(?<!\p{L})data residency(?!\p{L})/iu],
  ['hipaa', /(?<!\p{L})HIPAA(?!\p{L})/iu],
  ['custom_domain', /(?<!\p{L})custom (?:sub)?domains?(?!\p{L})/iu, /custom domain (?:e-?mail|address)/iu],
  [
    'white_label',
    /(?<!\p{L})(?:white[- ]?label(?:l?ing|led)?|remove (?:[\p{L}\d]+ ){0,2}(?:branding|watermark))(?!\p{L})/iu,
  ],
  ['priority_support', /(?<!\p{L})priority (?:(?:e-?mail|chat|phone|customer) )?support(?!\p{L})/iu],
];

const MAX_LABEL = 90;
/** What every pattern needs, so that most labels of a table cost one look. */
const OF_CAPABILITIES =
  /sso|sign|saml|scim|sync|audit|sla|agreement|uptime|role|rbac|api|residency|hipaa|domain|white|remove|priority/i;

/** All that the label names: "SSO and SCIM" names two. */
export function capabilitiesIn(label: string): Capability[] {
  if (label.length > MAX_LABEL || !OF_CAPABILITIES.test(label)) return [];
  return NAMED.flatMap(([capability, is, isNot]) =>
    is.test(label) && isNot?.test(label) !== true ? [capability] : [],
  );
}

const LESS =
  /(?<!\p{L})(?:no|not|without|except|excludes|excluding|coming|soon|planned|roadmap|contact|unlike|request|limited|beta|trial|instead|ohne|kein\w*|sans|sin|only (?:on|in|with)|available (?:on|in|for|with)|upgrade)(?!\p{L})|\?/iu;
const PAID =
  /(?<!\p{L})(?:add-?on|optional|extra (?:cost|fee|charge)|additional (?:cost|fee|charge)|zubuchbar|en option)(?!\p{L})|[$€£¥]/iu;

/** What a line of a card's list says of the capabilities that it names. */
export function listedAs(line: string): 'included' | 'add_on' | undefined {
  if (LESS.test(line)) return undefined;
  return PAID.test(line) ? 'add_on' : 'included';
}

export interface Reserved {
  capability: Capability;
  tier: string;
  /** Of higher tiers: said to have it too. */
  andAbove: boolean;
  /** Of lower tiers: said not to have it. */
  isOnly: boolean;
}

const AVAILABLE =
  /^(.{2,70}?) (?:is|are) (only |exclusively )?(?:available|included|offered|supported) (only |exclusively )?(?:on|in|with|to|for|as part of|starting (?:on|with|from)|from) (?:the |our |all )?(.{2,80})$/iu;

/** "Audit logs are available on Business and above." */
export function reservedIn(words: string, tiers: readonly string[]): Reserved[] {
  if (!OF_CAPABILITIES.test(words)) return [];
  const [, what = '', before = '', after = '', where = ''] = AVAILABLE.exec(words.replace(/[.!]$/, '')) ?? [];
  const capabilities = capabilitiesIn(what);
  if (capabilities.length === 0 || /(?<!\p{L})(?:not|no|add-?on|if|soon)(?!\p{L})/iu.test(words)) return [];
  const named = tiers.filter((tier) => mentions(where, tier));
  const [tier] = named;
  if (tier === undefined || named.length !== 1) return [];
  const andAbove = /(?<!\p{L})(?:and|or) (?:above|higher|up)(?!\p{L})|(?<!\p{L})(?:upwards?|onwards?)(?!\p{L})/iu.test(
    where,
  );
  const isOnly = andAbove || before !== '' || after !== '' || /(?<!p{L})only$/i.test(where);
  return capabilities.map((capability) => ({ capability, tier, andAbove, isOnly }));
}

const INHERITS =
  /^(?:[\s✓✔•+·–*-]*)(?:everything|all (?:the )?features|all|alles|alle funktionen|toutes? les fonctionnalités|tout|todo|todas las funciones)(?:\s(?:features|you get|included|that[’']s))?\s(?:in|of|from|on|aus|von|de|du|dans|lo de|le|l[’']offre|en)(?!\p{L})/iu;

/** The tier whose features a card's line says that it has, all of them. */
export function inheritedIn(line: string, tiers: readonly string[]): string | undefined {
  if (line.length > 90 || !INHERITS.test(line) || LESS_THAN_ALL.test(line)) return undefined;
  const named = tiers.filter((tier) => mentions(line, tier));
  // "Team Plus" mentions "Team" as well: the longest is meant.
  const longest = named.reduce<string | undefined>(
    (best, name) => (best === undefined || name.length > best.length ? name : best),
    undefined,
  );
  return longest !== undefined && named.every((name) => longest.includes(name)) ? longest : undefined;
}

const LESS_THAN_ALL = /(?<!\p{L})(?:except|but|without|minus|excluding)(?!\p{L})/iu;

function mentions(words: string, tier: string): boolean {
  const at = words.toLowerCase().indexOf(tier.toLowerCase());
  if (at < 0) return false;
  return !/[\p{L}\d]/u.test(words[at - 1] ?? ' ') && !/[\p{L}\d+]/u.test(words[at + tier.length] ?? ' ');
}
