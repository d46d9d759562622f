/** The response headers that consumers may build on. */
export const HEADERS = {
  ETag: { description: 'Strong: equal tags are equal bytes.', schema: { type: 'string' } },
  'Last-Modified': { description: 'When the bytes last changed.', schema: { type: 'string' } },
  'Cache-Control': { description: 'For how long the answer may be used without asking.', schema: { type: 'string' } },
  Vary: { description: 'What the bytes depend on beside the URL.', schema: { type: 'string' } },
  Location: { description: 'Where to ask instead.', schema: { type: 'string', format: 'uri-reference' } },
  'X-Request-Id': {
    description: 'Names the request in our log: its own `X-Request-Id` if that was 8 to 80 plain characters.',
    schema: { type: 'string' },
  },
  'Accept-Ranges': { description: '`bytes`: ranges may be asked for.', schema: { type: 'string' } },
  'Content-Range': { description: 'Which bytes these are, and of how many.', schema: { type: 'string' } },
  'Repr-Digest': { description: 'SHA-256 of the whole file (RFC 9530).', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  RateLimit: {
    description: 'What is left of the limit (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: 'The limit.', schema: { type: 'string' } },
} as const;
export type HeaderName = keyof typeof HEADERS;
