/**
 * Express's setPrototypeOf on each request and response costs 13 % of a cached answer (Node 24). Instances of these
 * classes have the prototypes already.
 */
import express, { type Express } from 'express';
import { IncomingMessage, ServerResponse } from '../../web/node-http.ts';

export function expressPrototypes(app: Express) {
  class Req extends IncomingMessage {}
  class Res extends ServerResponse {}
  const own = { app: { configurable: true, enumerable: true, writable: true, value: app } };
  Object.defineProperties(Req.prototype, { ...Object.getOwnPropertyDescriptors(express.request), ...own });
  Object.defineProperties(Res.prototype, { ...Object.getOwnPropertyDescriptors(express.response), ...own });
  Object.assign(app, { request: Req.prototype, response: Res.prototype });
  return { IncomingMessage: Req, ServerResponse: Res as unknown as typeof ServerResponse };
}
