/** A real S3-compatible server for one test file: its own process, its own directory, a free loopback port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { temporaryDirectory } from './temporary-directory.ts';

/** What the server lets in. */
export const BUCKET_KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

export interface BucketServer {
  port: number;
  /** Of its files: a folder a bucket. */
  dir: string;
  stop(): Promise<void>;
}

const PROGRAM = createRequire(import.meta.url)
  .resolve('@20minutes/s3rver')
  .replace(/lib\/[^/]*$/, 'lib/cli.js');

/** @param buckets names of those that there are */
export async function startBucketServer(...buckets: string[]): Promise<BucketServer> {
  const dir = temporaryDirectory();
  const args = ['--directory', dir, '--address', '127.0.0.1', '--port', '0', '--silent'];
  for (const bucket of buckets) args.push('--configure-bucket', bucket);
  const code = `require(${JSON.stringify(PROGRAM)}).parseAsync()`;
  const child = spawn(process.execPath, ['-e', code, 's3rver', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /:(\d+)\b/.exec(line)?.[1];
    if (port === undefined) continue;
    return {
      port: Number(port),
      dir,
      async stop() {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error('Cannot start a server of buckets');
}
