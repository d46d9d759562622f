/**
 * A bucket of an S3-compatible store: objects by key, complete or absent. The official client finds the credentials: in
 * AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the machine's role.
 */
import { hash } from 'node:crypto';
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';

export interface BucketAddress {
  bucket: string;
  /** Before every key, with a slash at its end; empty for none. */
  prefix: string;
  region: string;
  /** URL of a store other than Amazon's; its buckets are addressed by path. */
  endpoint: string | undefined;
}

const CONNECTION_MS = 5_000;
const REQUEST_MS = 30_000;
/** No stored page is larger. */
const MOST_BYTES = 64 * 1024 * 1024;

/** @param url `s3://bucket/prefix?region=…&endpoint=https://…`, checked by config/env.ts */
export function bucketAddress(url: string): BucketAddress {
  const { hostname, pathname, searchParams } = new URL(url);
  const folders = decodeURIComponent(pathname).split('/').filter(Boolean);
  return {
    bucket: hostname,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: searchParams.get('region') ?? 'us-east-1',
    endpoint: searchParams.get('endpoint') ?? undefined,
  };
}

export type Bucket = ReturnType<typeof openBucket>;

/** The methods throw where the store does not answer, or refuses. */
export function openBucket({ bucket, prefix, region, endpoint }: BucketAddress) {
  const client = new S3Client({
    region,
    requestHandler: { connectionTimeout: CONNECTION_MS, requestTimeout: REQUEST_MS, throwOnRequestTimeout: true },
    // `put` sends a SHA-256, which all stores support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
  });
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  const named = (doing: string, key: string) => (cause: unknown) => {
    const why = cause instanceof Error ? cause.message || cause.name : String(cause);
    // The answer to HEAD has no words.
    const status = cause instanceof S3ServiceException ? ` (HTTP ${cause.$metadata.httpStatusCode})` : '';
    throw new Error(`Cannot ${doing} s3://${bucket}/${prefix}${key}: ${why}${status}`);
  };
  return {
    async has(key: string): Promise<boolean> {
      const found = await client
        .send(new HeadObjectCommand(at(key)))
        .catch(orAbsent)
        .catch(named('look for', key));
      return found !== undefined;
    },
    async get(key: string): Promise<Buffer | undefined> {
      const found = await client
        .send(new GetObjectCommand(at(key)))
        .catch(orAbsent)
        .catch(named('read', key));
      if (found === undefined) return undefined;
      const { Body: body, ContentLength: length = 0 } = found;
      if (body === undefined || length > MOST_BYTES) return named('read', key)(new Error(`it has ${length} bytes`));
      const bytes = Buffer.from(await body.transformToByteArray().catch(named('read', key)));
      return bytes.length === length ? bytes : named('read', key)(new Error(`it ended after ${bytes.length} bytes`));
    },
    /** Resolves when the store has written it and verified its checksum. */
    async put(key: string, bytes: Buffer): Promise<void> {
      const sum = { ChecksumSHA256: hash('sha256', bytes, 'base64') };
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ...sum })).catch(named('write', key));
    },
    close: (): void => client.destroy(),
  };
}

function orAbsent(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket') {
    return undefined;
  }
  throw error;
}
