/**
 * What we use of node:http, without an import of it: that reads every export, and one of them is a getter that loads all
 * of `fetch` and WebSocket, a tenth of what starting the process takes.
 */
export const { createServer, IncomingMessage, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
