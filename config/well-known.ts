/** Slugs of well-known products, the best known first: the home page, searches and token rates begin with them. */
export const WELL_KNOWN: readonly string[] = [
  'slack',
  'notion',
  'figma',
  'salesforce',
  'microsoft-365',
  'zoom',
  'jira',
  'github',
  'shopify',
  'hubspot',
  'trello',
  'canva',
  'google-workspace',
  'asana',
  'dropbox',
  'mailchimp',
  'zapier',
  'airtable',
  'confluence',
  'webflow',
  'clickup',
  'monday',
  'adobe-creative-cloud',
  'linear',
  'datadog',
  'vercel',
  'box',
  'tableau',
  'evernote',
  'openai-api',
  'anthropic-claude-api',
  'google-gemini',
  'amazon-bedrock',
  'azure-openai',
  'mistral-ai',
  'xai-api',
  'deepseek-api',
  'cohere',
  'groq',
  'openrouter',
  'together-ai',
];

const PLACES = new Map(WELL_KNOWN.map((slug, place) => [slug, place]));

/** Others come after all of them. */
export function wellKnownPlace(slug: string): number {
  return PLACES.get(slug) ?? WELL_KNOWN.length;
}
