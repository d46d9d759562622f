/** Parts of node:http. An import would read every export, and one getter loads `fetch`: a tenth of the start's time. */
export const { createServer, IncomingMessage, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
