/** Words without which a quote does not state a fact of its kind, by kind. */
import type { Capability, PageFact } from '../../data/reading.ts';
import { wordsKey } from '../../data/text/name-key.ts';

const CAPABILITY: Record<Capability, RegExp> = {
  sso: /sso|single[- ]sign|saml/iu,
  scim: /scim|directory sync/iu,
  audit_log: /audit|auditor/iu,
  sla: /sla|service[- ]level|uptime/iu,
  roles: /role|rbac/iu,
  api: /api/iu,
  data_residency: /data residency/iu,
  hipaa: /hipaa/iu,
  custom_domain: /custom (?:sub)?domain/iu,
  white_label: /white[- ]?label|branding|watermark/iu,
  priority_support: /priority/iu,
};
const PROGRAMME: Record<Extract<PageFact, { kind: 'programme' }>['programme'], RegExp> = {
  startup: /start-?up|jeunes pousses/iu,
  education:
    /student|teacher|educat|academic|universit|school|classroom|faculty|étudiant|enseignant|scolaire|estudiant|schul|studier|bildung/iu,
  nonprofit:
    /non[- ]?profit|not-for-profit|charit|ngo|501|gemeinnütz|verein|association|lucrati|ánimo de lucro|fines de lucro/iu,
  open_source: /open[- ]source/iu,
};
const SAID = {
  overage:
    /additional|extra|added|further|overage|then|beyond|after|weitere|zusätzlich|supplémentaire|additionnel|adicional|aggiuntiv/iu,
  setup_fee:
    /set-?up|onboarding|implementation|activation|installation|provisioning|einrichtung|service|place|alta|marcha|attivazione|configura/iu,
  support_fee: /support/iu,
  announced_price:
    /will|rise|increas|go(?:es|ing)|chang|mov|drop|decreas|fall|becom|kostet|steigt|sinkt|beträgt|erhöht|ändert|wird|coûtera|passera|augmentera|baissera|sera|costará|pasará|subirá|bajará|será|costerà|passerà|aumenterà|sarà|custará|passará/iu,
  renewal: /renew|verläng|renueva|renovación|renouvel/iu,
  minimum_units: /min|least|au moins|mínimo|required|最少|最低/iu,
  included_units: /inclu|inkl|incl|comes with|enthält|enthalten|inbegriffen|base/iu,
  annual_discount: /annual|year|12 months|jähr|annuel|anual|annuale|année|年/iu,
  trial: /trial|try|test|use|probe|essa[iy]|prueba|prova|free|试用|トライアル|お試し|体験/iu,
  money_back: /money|refund|geld|rembours|devoluci|reembols|rimbors|退款|返金/iu,
  tax: /tax|vat|gst|hst|dut|mwst|mehrwert|ust|umsatz|netto|ht(?!\p{L})|ttc|tva|iva|impuesto|imposto|税/iu,
} as const;

export function saysFact(quote: string, fact: PageFact): boolean {
  switch (fact.kind) {
    case 'capability':
      return CAPABILITY[fact.capability].test(quote);
    case 'programme':
      return PROGRAMME[fact.programme].test(quote);
    case 'add_on':
      return wordsKey(quote).includes(wordsKey(fact.name));
    default:
      return SAID[fact.kind].test(quote);
  }
}
