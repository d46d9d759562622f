/**
 * Requests and responses that are born with Express's prototypes.
 *
 * Express gives each request and response its own prototype by Object.setPrototypeOf, which makes V8 throw away what
 * it knows of their shape: 13 % of a hot request on Node 24. Classes whose prototypes carry Express's own
 * properties, and which the server constructs in the first place, turn that call into a no-op. It is an Express
 * application all the same; without this file it is only slower.
 */
import type http from 'node:http';
import type { Express, Request, Response } from 'express';
import { IncomingMessage, ServerResponse } from '../../web/node-http.ts';

type RequestClass = typeof IncomingMessage & (new (...given: ConstructorParameters<typeof IncomingMessage>) => Request);
type ResponseClass = typeof ServerResponse & (new (...given: ConstructorParameters<typeof ServerResponse>) => Response);

/** Classes for `http.createServer`. A pair belongs to one application, which its instances have as `app`. */
export interface Messages {
  IncomingMessage: RequestClass;
  ServerResponse: ResponseClass;
  /** Those that are there already are Express's from here on too. */
  adoptedBy(app: Express, express: { request: object; response: object }): void;
}

export function messages(): Messages {
  class Req extends IncomingMessage {}
  class Res<Request extends http.IncomingMessage = http.IncomingMessage> extends ServerResponse<Request> {}
  return {
    IncomingMessage: Req as unknown as RequestClass,
    ServerResponse: Res as unknown as ResponseClass,
    adoptedBy(app, { request, response }) {
      const own = { app: { configurable: true, enumerable: true, writable: true, value: app } };
      Object.defineProperties(Req.prototype, { ...Object.getOwnPropertyDescriptors(request), ...own });
      Object.defineProperties(Res.prototype, { ...Object.getOwnPropertyDescriptors(response), ...own });
      Object.assign(app, { request: Req.prototype, response: Res.prototype });
    },
  };
}
