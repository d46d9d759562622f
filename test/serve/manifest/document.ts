/** As much of OpenAPI as tests read in the manifest. */
export type Schema = Record<string, unknown> & { properties?: Record<string, Schema> };

export interface MediaType {
  schema: Schema;
  examples?: Record<string, { summary: string; value: unknown }>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  description?: string;
  schema: Schema;
  /** How a list is written. */
  style?: string;
  explode?: boolean;
}

export interface OperationObject {
  operationId: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, { description: string; content?: Record<string, MediaType>; headers?: object }>;
}

export interface Document {
  openapi: string;
  info: { version: string; description: string; license: { url: string } };
  servers: { url: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema>; headers: Record<string, object> };
}

/** Every operation with its method, lower case, and its path. */
export function methodsOf(document: Document): { method: string; path: string; operation: OperationObject }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}
