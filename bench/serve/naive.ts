/**
 * The baseline that most would write: Express as it comes, rows from SQLite for each request, parsed, and sent with
 * `res.json`. It sends the same JSON, but for what stands around a batch; and the feed as text.
 */
import Database from 'better-sqlite3';
import express from 'express';
import { readAnswers } from './answers.ts';

const [port = '', file = '', databaseFile = ''] = process.argv.slice(2);

const database = new Database(databaseFile);
database.exec('CREATE TABLE records (slug TEXT, depth TEXT, body TEXT NOT NULL, PRIMARY KEY (slug, depth))');
const insert = database.prepare('INSERT OR IGNORE INTO records VALUES (?, ?, ?)');
database.transaction(() => {
  for (const { path, coding, body } of readAnswers(file)) {
    if (coding !== '') continue;
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    if (![...searchParams.keys()].every((name) => name === 'depth')) continue;
    const slug = pathname.startsWith('/api/v2/pricing/') ? pathname.slice('/api/v2/pricing/'.length) : pathname;
    insert.run(slug, searchParams.get('depth') ?? 'full', Buffer.from(body, 'base64').toString());
  }
})();

const select = database.prepare<[string, string], { body: string }>(
  'SELECT body FROM records WHERE slug = ? AND depth = ?',
);

const app = express();
app.get('/readyz', (_request, response) => {
  response.json({ status: 'ready' });
});
app.get('/api/v2/pricing/:slug', (request, response) => {
  const row = select.get(request.params.slug, String(request.query.depth ?? 'full'));
  if (row === undefined) response.status(404).json({ error: 'not found' });
  else response.json(JSON.parse(row.body));
});
app.get('/api/v2/pricing', (request, response) => {
  const slugs = String(request.query.slugs).split(',');
  const rows = slugs.flatMap((slug) => select.get(slug, 'full') ?? []);
  response.json({ count: rows.length, records: rows.map(({ body }) => JSON.parse(body)), notFound: [] });
});
app.get('/feed.xml', (request, response) => {
  response.type('application/atom+xml').send(select.get(request.path, 'full')?.body);
});
app.listen(Number(port), '127.0.0.1');
