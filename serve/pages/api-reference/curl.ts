/** A first request as a line of curl that any POSIX shell takes as it stands. Pure. */
import type { SampleRequest } from '../../../data/api-facts.ts';
import { label } from '../../record/vendor-text.ts';

export function curlOf({ method, url, headers, user, body }: SampleRequest): string {
  const parts = [
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    `--url ${quoted(url)}`,
    ...(user === undefined ? [] : [`--user ${quoted(user)}`]),
    ...headers.map(({ name, value }) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quotedText(body)}`]),
  ];
  return `curl ${parts.join(' \\\n  ')}`;
}

/** In single quotes nothing is special to a shell but the quote itself (POSIX.1-2024, Shell §2.2.2). */
function quoted(text: string): string {
  return quotedText(label(text, 1_000));
}

/** JSON of ours, over several lines. */
function quotedText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
