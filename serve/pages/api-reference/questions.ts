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

export function questionsOf(name: string, { facts }: ApiReference): Answered[] {
  const { schemes, servers, limits, errors, operations, request, spec, version } = facts;
  const answered: Answered[] = [];
  const ask = (question: string, answer: string, stated: readonly { pointer: string }[]) =>
    answered.push({ question, answer, pointers: stated.slice(0, 3).map(({ pointer }) => pointer) });

  ask(`How does one authenticate with the ${name} API?`, authAnswer(facts), schemes);
  const urls = servers.slice(0, 3).map(({ url }) => label(url, 300));
  const noUrl = 'The description names none.';
  ask(`What is the base URL of the ${name} API?`, urls.length === 0 ? noUrl : `${urls.join(', ')}.`, servers);
  const { stated, headers, tooMany, pagination } = limits;
  const limited = [...stated, ...headers, ...[tooMany ?? []].flat()];
  ask(`Is the ${name} API rate limited?`, limitAnswer(facts), limited);
  if (pagination.length > 0)
    ask('How are long lists paged?', `${pagination.slice(0, 3).map(pageWords).join('; ')}.`, pagination);
  const statuses = errors.slice(0, 12).map(({ status }) => `${status} (${meaningOf(status).toLowerCase()})`);
  if (errors.length > 0)
    ask('Which errors are documented?', `${statuses.join(', ')}. The words are those of the HTTP standard.`, errors);
  const ofVersion = version === undefined ? '' : `, of version ${label(version, 60)} of the API`;
  const described = `Yes, in OpenAPI ${spec}${ofVersion}, with ${counted(operations.total, 'operation')}.`;
  ask(`Is there an OpenAPI description of the ${name} API?`, described, [{ pointer: '#/info' }]);
  if (request !== undefined)
    ask('What is a first request to try?', `${request.method} ${label(request.url, 300)}.`, [request]);
  return answered;
}

function authAnswer(facts: ApiFacts): string {
  const { secured, total, open } = facts.operations;
  const phrase = authPhrase(facts);
  if (phrase === undefined) return 'The description names no way to authenticate.';
  const without = open > 0 ? `, ${number(open)} can do without` : '';
  return `${phrase}. ${counted(secured, 'operation')} of ${number(total)} ask for it${without}.`;
}

function limitAnswer({ limits: { stated, headers, tooMany } }: ApiFacts): string {
  const [general, others] = [stated.filter(isGeneral), stated.filter((limit) => !isGeneral(limit))];
  const words = (limits: typeof stated) => limits.slice(0, 4).map(limitWords).join(', ');
  const names = headers.slice(0, 4).map((header) => label(header.name, 120));
  const sentences = [
    general.length > 0 && `The description speaks of ${words(general)}.`,
    others.length > 0 && `Of single operations or groups it says ${words(others)}.`,
    names.length > 0 && `Answers carry ${names.join(', ')}.`,
    tooMany !== undefined && `${counted(tooMany.operations, 'operation')} document the answer 429.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? 'The description says nothing of it.' : sentences.join(' ');
}
