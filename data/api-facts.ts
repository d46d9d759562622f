/**
 * The facts that a vendor's own description of its API (OpenAPI 2.0, 3.0 or 3.1) states, each with its place in the
 * document. No prose of the description is kept.
 */
import * as z from 'zod';

/** A place in the document: a JSON pointer (RFC 6901) behind "#". */
const Pointer = z
  .string()
  .regex(/^#(?:\/|$)/, 'must be a pointer such as "#/info"')
  .max(800);

const Name = z.string().min(1).max(120);
const Path = z.string().startsWith('/').max(300);
const Url = z.url({ protocol: /^https?$/ }).max(500);
const Count = z.int().min(0);

export const Method = z.enum(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);
export type Method = z.infer<typeof Method>;

export const OAuthFlow = z.strictObject({
  flow: z.enum(['authorization_code', 'client_credentials', 'implicit', 'password']),
  authorizationUrl: Url.optional(),
  tokenUrl: Url.optional(),
  /** How many scopes the description names for it. */
  scopes: Count,
});
export type OAuthFlow = z.infer<typeof OAuthFlow>;

const scheme = {
  /** As the description names it. */
  id: Name,
  pointer: Pointer,
  /** Operations that accept it. */
  operations: Count,
};

export const AuthScheme = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('api_key'), ...scheme, in: z.enum(['header', 'query', 'cookie']), parameter: Name }),
  z.strictObject({ kind: z.literal('basic'), ...scheme }),
  z.strictObject({ kind: z.literal('bearer'), ...scheme, format: Name.optional() }),
  /** Another scheme of the Authorization header, by its registered name. */
  z.strictObject({ kind: z.literal('http'), ...scheme, scheme: Name }),
  z.strictObject({ kind: z.literal('oauth2'), ...scheme, flows: z.array(OAuthFlow).max(4) }),
  z.strictObject({ kind: z.literal('openid_connect'), ...scheme, discoveryUrl: Url.optional() }),
  z.strictObject({ kind: z.literal('mutual_tls'), ...scheme }),
]);
export type AuthScheme = z.infer<typeof AuthScheme>;

export const Endpoint = z.strictObject({
  method: Method,
  path: Path,
  operation: Name.optional(),
  /** The part of the path that names the resource (docs/api-reference.md). */
  resource: Name,
  required: z.array(z.strictObject({ name: Name, in: z.enum(['path', 'query', 'header', 'cookie', 'body']) })).max(12),
  pointer: Pointer,
});
export type Endpoint = z.infer<typeof Endpoint>;

/** "100 requests per minute"; `every` counts the periods where it is more than one. */
export const StatedLimit = z.strictObject({
  requests: z.int().min(1),
  every: z.int().min(2).optional(),
  per: z.enum(['second', 'minute', 'hour', 'day', 'month']),
  pointer: Pointer,
});
export type StatedLimit = z.infer<typeof StatedLimit>;

export const PageParameter = z.strictObject({
  name: Name,
  in: z.enum(['query', 'header']),
  role: z.enum(['size', 'place']),
  operations: Count,
  default: z.int().optional(),
  /** The most it may be, where every operation that says so says the same. */
  maximum: z.int().optional(),
  pointer: Pointer,
});
export type PageParameter = z.infer<typeof PageParameter>;

/** A first request; values that the caller must fill in are in capitals. */
export const SampleRequest = z.strictObject({
  method: Method,
  url: z.string().max(1_000),
  headers: z
    .array(z.strictObject({ name: z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,80}$/), value: Name }))
    .max(8),
  user: Name.optional(),
  body: z.string().max(2_000).optional(),
  /** Schemes that it shows; empty where the operation needs none or the description names none. */
  schemes: z.array(Name).max(8),
  pointer: Pointer,
});
export type SampleRequest = z.infer<typeof SampleRequest>;

export const ApiFacts = z.strictObject({
  /** Version of the format, "3.0.3". */
  spec: z.string().regex(/^(?:2\.0|3\.[01]\.\d{1,3})$/),
  title: Name,
  /** The description's own version of the API. */
  version: Name.optional(),
  documentation: z.strictObject({ url: Url, pointer: Pointer }).optional(),
  /** Base URLs, with "{braces}" around what the caller fills in. */
  servers: z.array(z.strictObject({ url: z.string().min(1).max(300), pointer: Pointer })).max(10),
  schemes: z.array(AuthScheme).max(20),
  operations: z.strictObject({
    total: Count,
    deprecated: Count,
    methods: z.partialRecord(Method, Count),
    /** Operations that require authentication, and that state they work without; the rest do not say. */
    secured: Count,
    open: Count,
    described: Count,
    withExamples: Count,
    withErrors: Count,
    parameters: Count,
    describedParameters: Count,
  }),
  resources: Count,
  /** Chosen and ordered by the rule in docs/api-reference.md. */
  endpoints: z.array(Endpoint).max(8),
  limits: z.strictObject({
    stated: z.array(StatedLimit).max(12),
    headers: z.array(z.strictObject({ name: Name, operations: Count, pointer: Pointer })).max(12),
    /** Operations that document the answer 429. */
    tooMany: z.strictObject({ operations: Count, pointer: Pointer }).optional(),
    pagination: z.array(PageParameter).max(8),
  }),
  errors: z
    .array(
      z.strictObject({
        status: z.string().regex(/^(?:[45]\d\d|[45]XX|default)$/),
        operations: Count,
        /** Name of the schema of its body, where all have one. */
        schema: Name.optional(),
        pointer: Pointer,
      }),
    )
    .max(30),
  /** Languages and libraries that the description has code samples for. */
  samples: z.array(z.strictObject({ language: Name, operations: Count, pointer: Pointer })).max(15),
  request: SampleRequest.optional(),
});
export type ApiFacts = z.infer<typeof ApiFacts>;
