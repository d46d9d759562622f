/** Questions that readers have of an API, each answered from its facts. */
import type { ApiFacts } from '../../../data/api-facts.ts';
import type { ApiReference } from '../../../data/api-reference.ts';
import { counted, number } from '../../../data/text/figures.ts';
import { label } from '../../record/vendor-text.ts';
import { authPhrase, isGeneral, limitWords, meaningOf, pageWords } from './words.ts';

interface Answered {
  question: string;
  answer: string;
  pointers: string[];
}

export function questionsOf(api: string, { facts }: ApiReference): Answered[] {
  const { schemes, servers, limits, errors, operations, request, spec, version } = facts;
  const answered: Answered[] = [];
  const ask = (question: string, answer: string, stated: readonly { pointer: string }[]) =>
    answered.push({ question, answer, pointers: stated.slice(0, 3).map(({ pointer }) => pointer) });

  ask(`How do I authenticate with the ${api}?`, authAnswer(facts), schemes);
  const urls = servers.slice(0, 3).map(({ url }) => label(url, 300));
  const noUrl = 'The description has no base URL.';
  ask(`What is the base URL of the ${api}?`, urls.length === 0 ? noUrl : `${urls.join(', ')}.`, servers);
  const { stated, headers, tooMany, pagination } = limits;
  const limited = [...stated, ...headers, ...[tooMany ?? []].flat()];
  ask(`Is the ${api} rate limited?`, limitAnswer(facts), limited);
  if (pagination.length > 0)
    ask('How does pagination work?', `${pagination.slice(0, 3).map(pageWords).join('; ')}.`, pagination);
  const statuses = errors.slice(0, 12).map(({ status }) => `${status} (${meaningOf(status).toLowerCase()})`);
  if (errors.length > 0)
    ask('Which errors are documented?', `${statuses.join(', ')}. Meanings are from the HTTP standard.`, errors);
  const ofVersion = version === undefined ? '' : `, for version ${label(version, 60)} of the API`;
  const described = `Yes, in OpenAPI ${spec}${ofVersion}, with ${counted(operations.total, 'operation')}.`;
  ask(`Is there an OpenAPI description of the ${api}?`, described, [{ pointer: '#/info' }]);
  if (request !== undefined)
    ask('What is a good first request?', `${request.method} ${label(request.url, 300)}.`, [request]);
  return answered;
}

function authAnswer(facts: ApiFacts): string {
  const { secured, total, open } = facts.operations;
  const phrase = authPhrase(facts);
  if (phrase === undefined) return 'The description documents no authentication.';
  const without = open > 0 ? `; open: ${number(open)}` : '';
  return `${phrase}. ${counted(secured, 'operation')} of ${number(total)} require it${without}.`;
}

function limitAnswer({ limits: { stated, headers, tooMany } }: ApiFacts): string {
  const [general, others] = [stated.filter(isGeneral), stated.filter((limit) => !isGeneral(limit))];
  const words = (limits: typeof stated) => limits.slice(0, 4).map(limitWords).join(', ');
  const names = headers.slice(0, 4).map((header) => label(header.name, 120));
  const sentences = [
    general.length > 0 && `The description states ${words(general)}.`,
    others.length > 0 && `For some operations it states ${words(others)}.`,
    names.length > 0 && `Response headers: ${names.join(', ')}.`,
    tooMany !== undefined && `${counted(tooMany.operations, 'operation')} document status 429.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? 'The description does not say.' : sentences.join(' ');
}
