import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { Current, PUBLISHED_NAME } from '../../data/store/generation/current.ts';
import { EXPORT_FILES, EXPORT_NAMES, ExportManifest } from '../files/exports/manifest.ts';
import { MANIFEST } from '../files/folder/read.ts';
import { EXPORTS, EXPORTS_PATH, POINTER_PATH, PUBLISHED_PATH } from '../interface/published-files.ts';
import { answer, type HeaderName, problem, problems } from './answers.ts';

const VALIDATORS: readonly HeaderName[] = ['ETag', 'Last-Modified', 'Cache-Control'];
const PIECEWISE: readonly HeaderName[] = [...VALIDATORS, 'Accept-Ranges'];
const OF_BYTES: readonly HeaderName[] = [...PIECEWISE, 'Repr-Digest'];
const OF_POINTER: readonly HeaderName[] = ['ETag', 'Cache-Control'];

const SQLITE = EXPORT_FILES['generation.sqlite'];
const BINARY = { type: 'string' as const, format: 'binary' };
const EXPORTED = Object.fromEntries(Object.values(EXPORT_FILES).map((type) => [type.split(';')[0], BINARY]));

const invalid = (description: string) => problem(`\`invalid_parameter\`: ${description}`, ['invalid_parameter']);
const CONDITIONAL = {
  304: answer('Not modified: the client’s copy is current.', VALIDATORS),
  412: invalid('The file differs from If-Match or If-Unmodified-Since.'),
  416: invalid('The range is outside the file; Content-Range has its length.'),
};

function inPath(name: string, schema: object) {
  return { name, in: 'path' as const, required: true, schema: { type: 'string' as const, ...schema } };
}

const RANGE = {
  name: 'Range',
  in: 'header' as const,
  schema: { type: 'string' as const, example: 'bytes=1048576-' },
  description: 'Byte range; all bytes when omitted.',
};

const LATEST: ZodOpenApiOperationObject = {
  operationId: 'getExports',
  summary: EXPORTS.summary,
  description:
    'The files of the generation exported last, with length, SHA-256, rows, columns and licences. Files follow a publication after a while; until then the manifest lists those of an earlier generation.',
  tags: ['Dataset'],
  responses: {
    200: answer('The list of files.', OF_BYTES, { 'application/json': ExportManifest }),
    ...CONDITIONAL,
    ...problems('get', []),
  },
};

const FILE: ZodOpenApiOperationObject = {
  operationId: 'getExportedFile',
  summary: 'A file of one generation, complete or by range',
  description:
    'The bytes never change. Resume a download with `Range` and `If-Range`; the ETag is the SHA-256. A request for several ranges returns the complete file.',
  tags: ['Dataset'],
  parameters: [
    inPath('generation', { pattern: String.raw`^\d{6,15}$`, example: '000217' }),
    inPath('file', { enum: [...EXPORT_NAMES, MANIFEST] }),
    RANGE,
  ],
  responses: {
    200: answer('The complete file.', OF_BYTES, { ...EXPORTED, 'application/json': ExportManifest }),
    206: answer('The requested range, with the content type of the file.', [...OF_BYTES, 'Content-Range'], {
      ...EXPORTED,
      'application/json': BINARY,
    }),
    ...CONDITIONAL,
    ...problems('get', ['not_found']),
    410: problem('`not_found`: the files of this generation were deleted.', ['not_found']),
  },
};

const POINTER: ZodOpenApiOperationObject = {
  operationId: 'getCurrentGeneration',
  summary: 'The current generation: file, length and SHA-256',
  description: 'For mirrors and offline use: all answers follow from this one file. Poll with If-None-Match.',
  tags: ['Dataset'],
  responses: {
    200: answer('The current generation.', OF_POINTER, { 'application/json': Current }),
    304: answer('Not modified.', OF_POINTER),
    ...problems('get', []),
  },
};

const PUBLISHED: ZodOpenApiOperationObject = {
  operationId: 'getGenerationFile',
  summary: 'A published generation, complete or by range',
  description:
    'The file that the service reads, named by its hash. Its tables are packed and may change with the schema. For analysis, use the other exports.',
  tags: ['Dataset'],
  parameters: [inPath('published', { pattern: PUBLISHED_NAME.source, example: 'gen-0123456789abcdef.db' }), RANGE],
  responses: {
    200: answer('The complete file.', PIECEWISE, { [SQLITE]: BINARY }),
    206: answer('The requested range.', [...PIECEWISE, 'Content-Range'], { [SQLITE]: BINARY }),
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
