/** Strangers' clients of the tools, and the package that some of them start. */
import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Result } from '../serve/tools/rpc.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const PROJECT = join(import.meta.dirname, '../..');

export interface ToolClient {
  listTools(): Promise<{ name: string }[]>;
  callTool(name: string, given: object): Promise<Result>;
  instructions(): string | undefined;
  close(): Promise<void>;
}

let folder: string | undefined;

/** A folder with the package as npm packs it, and `package/` as it unpacks. */
export function packed(): string {
  if (folder !== undefined) return folder;
  folder = temporaryDirectory();
  execFileSync(process.execPath, [join(PROJECT, 'packages/mcp-server/bundle.ts')], { stdio: 'pipe' });
  // The bundle is what its `prepack` makes; npm may be set to run no scripts.
  const args = ['pack', join(PROJECT, 'packages/mcp-server'), '--ignore-scripts', '--pack-destination', folder];
  execFileSync('npm', args, { stdio: 'pipe' });
  const [file = ''] = readdirSync(folder);
  renameSync(join(folder, file), join(folder, 'assay-mcp-server.tgz'));
  execFileSync('tar', ['xzf', 'assay-mcp-server.tgz'], { cwd: folder });
  return folder;
}

/** The program of it. */
export function unpackedPackage(): string {
  return join(packed(), 'package/dist/main.js');
}

export type ClientName = keyof typeof CLIENTS;

interface Over {
  http(url: string): Promise<ToolClient>;
  stdio(env: Record<string, string>): Promise<ToolClient>;
}

const US = { name: 'test', version: '1' };

async function v1(transport: HttpV1 | StdioV1): Promise<ToolClient> {
  const client = new ClientV1(US);
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return toolClient(client);
}

async function v2(transport: HttpV2 | StdioV2, mode: 'legacy' | 'auto'): Promise<ToolClient> {
  const client = new ClientV2(US, { versionNegotiation: { mode } });
  await client.connect(transport);
  return toolClient(client);
}

function toolClient(client: ClientV1 | ClientV2): ToolClient {
  return {
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, given) => (await client.callTool({ name, arguments: { ...given } })) as Result,
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}

function program(env: Record<string, string>) {
  return { command: process.execPath, args: [unpackedPackage()], env, stderr: 'ignore' as const };
}

/** The official clients: of the first generation, of the second in the legacy era, and of the second in the modern one. */
export const CLIENTS = {
  'SDK 1': {
    http: (url) => v1(new HttpV1(new URL(url))),
    stdio: (env) => v1(new StdioV1(program(env))),
  },
  'SDK 2, legacy': {
    http: (url) => v2(new HttpV2(new URL(url)), 'legacy'),
    stdio: (env) => v2(new StdioV2(program(env)), 'legacy'),
  },
  'SDK 2, modern': {
    http: (url) => v2(new HttpV2(new URL(url)), 'auto'),
    stdio: (env) => v2(new StdioV2(program(env)), 'auto'),
  },
} as const satisfies Record<string, Over>;
