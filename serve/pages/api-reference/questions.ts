/** Questions that readers have of an API, each answered from its facts with the places that state them. Pure. */
import type { ApiReference } from '../../../data/api-reference.ts';
import { grouped, numberOf } from '../../record/counts.ts';
import { label } from '../../record/vendor-text.ts';
import { authPhrase, isGeneral, limitWords, meaningOf, pageWords } from './words.ts';

export interface Answered {
  question: string;
  answer: string;
  /** Where the description says so; none where it says nothing. */
  pointers: string[];
}

export function questionsOf(name: string, { facts }: ApiReference): Answered[] {
  const { schemes, servers, limits, errors, operations, request, spec, version } = facts;
  const phrase = authPhrase(facts);
  return [
    {
      question: `How does one authenticate with the ${name} API?`,
      answer:
        phrase === undefined
          ? 'The description names no way to authenticate.'
          : `${phrase}. ${numberOf(operations.secured, 'operation')} of ${grouped(operations.total)} ask for it${operations.open > 0 ? `, ${grouped(operations.open)} can do without` : ''}.`,
      pointers: schemes.slice(0, 3).map(({ pointer }) => pointer),
    },
    {
      question: `What is the base URL of the ${name} API?`,
      answer:
        servers.length === 0
          ? 'The description names none.'
          : `${servers
              .map(({ url }) => label(url, 300))
              .slice(0, 3)
              .join(', ')}.`,
      pointers: servers.slice(0, 3).map(({ pointer }) => pointer),
    },
    {
      question: `Is the ${name} API rate limited?`,
      answer: limitAnswer(facts),
      pointers: [...limits.stated, ...limits.headers, ...(limits.tooMany === undefined ? [] : [limits.tooMany])]
        .slice(0, 3)
        .map(({ pointer }) => pointer),
    },
    ...(limits.pagination.length === 0
      ? []
      : [
          {
            question: 'How are long lists paged?',
            answer: `${limits.pagination.slice(0, 3).map(pageWords).join('; ')}.`,
            pointers: limits.pagination.slice(0, 3).map(({ pointer }) => pointer),
          },
        ]),
    ...(errors.length === 0
      ? []
      : [
          {
            question: 'Which errors are documented?',
            answer: `${errors
              .slice(0, 12)
              .map(({ status }) => `${status} (${meaningOf(status).toLowerCase()})`)
              .join(', ')}. The words are those of the HTTP standard.`,
            pointers: errors.slice(0, 3).map(({ pointer }) => pointer),
          },
        ]),
    {
      question: `Is there an OpenAPI description of the ${name} API?`,
      answer: `Yes, in OpenAPI ${spec}${version === undefined ? '' : `, of version ${label(version, 60)} of the API`}, with ${numberOf(operations.total, 'operation')}.`,
      pointers: ['#/info'],
    },
    ...(request === undefined
      ? []
      : [
          {
            question: 'What is a first request to try?',
            answer: `${request.method} ${label(request.url, 300)}.`,
            pointers: [request.pointer],
          },
        ]),
  ];
}

function limitAnswer({ limits }: ApiReference['facts']): string {
  const { stated, headers, tooMany } = limits;
  const [general, apart] = [stated.filter(isGeneral), stated.filter((limit) => !isGeneral(limit))];
  const said = [
    ...(general.length === 0 ? [] : [`The description speaks of ${general.slice(0, 4).map(limitWords).join(', ')}.`]),
    ...(apart.length === 0
      ? []
      : [`Of single operations or groups it says ${apart.slice(0, 4).map(limitWords).join(', ')}.`]),
    ...(headers.length === 0
      ? []
      : [
          `Answers carry ${headers
            .slice(0, 4)
            .map((header) => label(header.name, 120))
            .join(', ')}.`,
        ]),
    ...(tooMany === undefined ? [] : [`${numberOf(tooMany.operations, 'operation')} document the answer 429.`]),
  ];
  return said.length === 0 ? 'The description says nothing of it.' : said.join(' ');
}
