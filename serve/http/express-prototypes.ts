/**
 * Classes of requests and responses that have Express's prototypes when they are constructed.
 *
 * Express gives each request and response its prototype by Object.setPrototypeOf, which makes V8 discard what it knows of
 * their shape: 13 % of a hot request on Node 24. Instances of these classes have it already, so the call does nothing.
 */
import express, { type Express } from 'express';
import { IncomingMessage, ServerResponse } from '../../web/node-http.ts';

/** Options for `http.createServer` with `app` as its listener. */
export function expressPrototypes(app: Express) {
  class Req extends IncomingMessage {}
  class Res extends ServerResponse {}
  const own = { app: { configurable: true, enumerable: true, writable: true, value: app } };
  Object.defineProperties(Req.prototype, { ...Object.getOwnPropertyDescriptors(express.request), ...own });
  Object.defineProperties(Res.prototype, { ...Object.getOwnPropertyDescriptors(express.response), ...own });
  Object.assign(app, { request: Req.prototype, response: Res.prototype });
  return { IncomingMessage: Req, ServerResponse: Res as unknown as typeof ServerResponse };
}
