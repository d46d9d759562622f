/** Descriptions of APIs that there are not, in all versions of the format. */

/** OpenAPI 3.0 of a fictitious vendor of greenhouses, whole enough that every fact is in it. */
export function greenhouse(overrides: Record<string, unknown> = {}) {
  const error = {
    description: 'No',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Fault' } } },
  };
  const paging = [{ $ref: '#/components/parameters/Page' }, { $ref: '#/components/parameters/PerPage' }];
  return {
    openapi: '3.0.3',
    info: {
      title: 'Glasshouse API',
      version: '4.2.0',
      description: 'Every key may send 1,200 requests per minute. Bulk keys may send 10 requests/second.',
    },
    externalDocs: { url: 'https://docs.glasshouse.example/api' },
    servers: [
      { url: 'https://api.glasshouse.example/' },
      { url: 'https://{tenant}.glasshouse.example/v4', variables: { tenant: { default: 'demo' } } },
      { url: 'https://{region}.glasshouse.example', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
    ],
    security: [{ token: [] }],
    paths: {
      '/v4/plants': {
        get: {
          operationId: 'listPlants',
          summary: 'Plants',
          parameters: paging,
          responses: {
            200: {
              description: 'Plants',
              headers: { 'X-RateLimit-Remaining': { schema: { type: 'integer' } } },
              content: { 'application/json': { example: { plants: [] } } },
            },
            401: error,
            429: { description: 'Slow down', headers: { 'Retry-After': {} } },
          },
          'x-codeSamples': [
            { lang: 'Python', source: '' },
            { lang: 'Python', source: '' },
          ],
        },
        post: {
          operationId: 'addPlant',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Plant' } } },
          },
          responses: { 201: { description: 'Planted' }, 401: error },
        },
      },
      '/v4/plants/{plantId}': {
        parameters: [{ name: 'plantId', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getPlant', parameters: [], responses: { 404: error } },
        delete: { operationId: 'uproot', deprecated: true, responses: { default: error } },
      },
      '/v4/weather': { get: { security: [], parameters: paging, responses: { 200: { description: 'Weather' } } } },
    },
    components: {
      parameters: {
        Page: { name: 'page', in: 'query', description: 'Which', schema: { type: 'integer', default: 1 } },
        PerPage: { name: 'per_page', in: 'query', schema: { type: 'integer', default: 25, maximum: 100 } },
      },
      schemas: {
        Fault: { type: 'object' },
        Plant: {
          type: 'object',
          required: ['name', 'kind', 'beds', 'soil', 'isPerennial'],
          properties: {
            name: { type: 'string' },
            kind: { type: 'string', enum: ['herb', 'tree'] },
            beds: { type: 'array', items: { type: 'integer', minimum: 3 } },
            soil: { allOf: [{ type: 'object', required: ['ph'], properties: { ph: { type: 'number' } } }] },
            isPerennial: { type: 'boolean' },
          },
        },
      },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    ...overrides,
  };
}

/** The same kind of thing in OpenAPI 2.0. */
export function orchard(overrides: Record<string, unknown> = {}) {
  return {
    swagger: '2.0',
    info: { title: 'Orchard', version: '1' },
    host: 'api.orchard.example',
    basePath: '/rest/1',
    schemes: ['http', 'https'],
    securityDefinitions: {
      key: { type: 'apiKey', name: 'X-Orchard-Key', in: 'header' },
      login: { type: 'basic' },
      oauth: {
        type: 'oauth2',
        flow: 'accessCode',
        authorizationUrl: 'https://orchard.example/authorize',
        tokenUrl: 'https://orchard.example/token',
        scopes: { read: 'Look', write: 'Plant' },
      },
    },
    security: [{ key: [] }, { oauth: ['read'] }],
    paths: {
      '/trees': {
        get: {
          parameters: [{ name: 'limit', in: 'query', type: 'integer', default: 10, maximum: 50 }],
          responses: {
            200: { description: 'Trees' },
            403: { description: 'No', schema: { $ref: '#/definitions/No' } },
          },
        },
        post: {
          parameters: [
            { name: 'tree', in: 'body', required: true, schema: { $ref: '#/definitions/Tree' } },
            { name: 'dryRun', in: 'query', required: true, type: 'boolean' },
          ],
          responses: { 400: { description: 'No' } },
        },
      },
    },
    definitions: { No: { type: 'object' }, Tree: { type: 'object', required: ['name'], properties: {} } },
    ...overrides,
  };
}
