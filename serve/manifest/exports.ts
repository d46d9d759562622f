import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { Current, PUBLISHED_NAME } from '../../data/store/generation/current.ts';
import { EXPORT_FILES, EXPORT_NAMES, ExportManifest } from '../files/exports/manifest.ts';
import { MANIFEST } from '../files/folder/read.ts';
import { EXPORTS, EXPORTS_PATH, POINTER_PATH, PUBLISHED_PATH } from '../interface/published-files.ts';
import type { HeaderName } from './answers.ts';
import { answer, problem, problems } from './answers.ts';

const VALIDATORS: readonly HeaderName[] = ['ETag', 'Last-Modified', 'Cache-Control'];
const PIECEWISE: readonly HeaderName[] = [...VALIDATORS, 'Accept-Ranges'];
const OF_BYTES: readonly HeaderName[] = [...PIECEWISE, 'Repr-Digest'];
const OF_POINTER: readonly HeaderName[] = ['ETag', 'Cache-Control'];

const SQLITE = EXPORT_FILES['generation.sqlite'];
const BINARY = { type: 'string' as const, format: 'binary' };
const EXPORTED = Object.values(EXPORT_FILES).map((mediaType) => [mediaType.split(';')[0], BINARY]);

const invalid = (description: string) => problem(`\`invalid_parameter\`: ${description}`, ['invalid_parameter']);
const CONDITIONAL = {
  304: answer('The client has it, by its condition.', VALIDATORS),
  412: invalid('The file is another one than If-Match or If-Unmodified-Since names.'),
  416: invalid('The file has nothing in the range; Content-Range says how long it is.'),
};

function inPath(name: string, schema: object) {
  return { name, in: 'path' as const, required: true, schema: { type: 'string' as const, ...schema } };
}

const RANGE = {
  name: 'Range',
  in: 'header' as const,
  schema: { type: 'string' as const, example: 'bytes=1048576-' },
  description: 'Which bytes; all when omitted.',
};

const LATEST: ZodOpenApiOperationObject = {
  operationId: 'getExports',
  summary: EXPORTS.summary,
  description:
    'For whoever wants all of it: each file of the generation that was exported last, with its length, SHA-256, rows, columns and licences. The files of a generation are made a while after it is published; until then, those of an earlier one are named here.',
  tags: ['Dataset'],
  responses: {
    200: answer('What there is, and how to tell it whole.', OF_BYTES, { 'application/json': ExportManifest }),
    ...CONDITIONAL,
    ...problems('get', []),
  },
};

const FILE: ZodOpenApiOperationObject = {
  operationId: 'getExportedFile',
  summary: 'A file of one generation, whole or by a range',
  description:
    'Its bytes never change, so that a download can go on where it stopped: `Range` with `If-Range` and the ETag, which is the SHA-256. Several ranges in one request are answered by the whole.',
  tags: ['Dataset'],
  parameters: [
    inPath('generation', { pattern: String.raw`^\d{6,15}$`, example: '000217' }),
    inPath('file', { enum: [...EXPORT_NAMES, MANIFEST] }),
    RANGE,
  ],
  responses: {
    200: answer('The whole file.', OF_BYTES, { ...Object.fromEntries(EXPORTED), 'application/json': ExportManifest }),
    206: answer('The range that was asked for, of the file’s own type.', [...OF_BYTES, 'Content-Range'], {
      'application/octet-stream': BINARY,
    }),
    ...CONDITIONAL,
    ...problems('get', ['not_found']),
    410: problem('`not_found`: The generation is past, and its files are not kept any more.', ['not_found']),
  },
};

const POINTER: ZodOpenApiOperationObject = {
  operationId: 'getCurrentGeneration',
  summary: 'The generation that answers now: its file, length and SHA-256',
  description:
    'For machines that serve the same elsewhere, or offline: all that is answered follows from this one file. Ask again with If-None-Match.',
  tags: ['Dataset'],
  responses: {
    200: answer('What is published now.', OF_POINTER, { 'application/json': Current }),
    304: answer('It is the same still.', OF_POINTER),
    ...problems('get', []),
  },
};

const PUBLISHED: ZodOpenApiOperationObject = {
  operationId: 'getGenerationFile',
  summary: 'A published generation, whole or by a range',
  description:
    'The file as the service itself reads it, named by its content; its tables are packed for serving and may change with its schema. For analysis, take the other exports.',
  tags: ['Dataset'],
  parameters: [inPath('published', { pattern: PUBLISHED_NAME.source, example: 'gen-0123456789abcdef.db' }), RANGE],
  responses: {
    200: answer('The whole file.', PIECEWISE, { [SQLITE]: BINARY }),
    206: answer('The range that was asked for.', [...PIECEWISE, 'Content-Range'], { [SQLITE]: BINARY }),
    ...CONDITIONAL,
    ...problems('get', ['not_found']),
  },
};

export const EXPORT_PATHS: ZodOpenApiPathsObject = {
  [EXPORTS.path]: { get: LATEST },
  [POINTER_PATH]: { get: POINTER },
  [PUBLISHED_PATH]: { get: PUBLISHED },
  [`${EXPORTS_PATH}/{generation}/{file}`]: { get: FILE },
};
