/**
 * The fastest baseline: `node:http` and a Map of ready answers, with the ETag compared. It knows no routes, no methods,
 * no errors, no log and no metrics.
 */
import { createServer } from 'node:http';
import { readAnswers } from './answers.ts';

const [port = '', file = ''] = process.argv.slice(2);

const answers = new Map(
  readAnswers(file).map(({ path, coding, body, ...answer }) => [
    coding + path,
    { ...answer, body: Buffer.from(body, 'base64') },
  ]),
);

createServer((request, response) => {
  const answer = answers.get((request.headers['accept-encoding'] ?? '') + (request.url ?? ''));
  if (answer === undefined) {
    response.writeHead(request.url === '/readyz' ? 200 : 404);
    response.end();
  } else if (request.headers['if-none-match'] === answer.etag) {
    response.writeHead(304, answer.notModifiedHeaders);
    response.end();
  } else {
    response.writeHead(200, answer.headers);
    response.end(answer.body);
  }
}).listen(Number(port), '127.0.0.1');
