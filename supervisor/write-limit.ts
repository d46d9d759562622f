/**
 * The web process may write no file. The kernel refuses it to native code too, such as SQLite's ATTACH, which Node's
 * permission model does not bind. The log goes through a pipe, to which the limit does not apply.
 */
import { existsSync } from 'node:fs';

interface Started {
  file: string;
  args: string[];
  env: Record<string, string>;
}

const SHELL = '/bin/sh';
const LIMITED = `ulimit -f 0 || echo 'Cannot limit the size of written files: this process may write' >&2; unset PWD; exec "$0" "$@"`;

/** Only a shell can set the limit; without one, as on Windows, the command stays as it is. */
export function writingNothing({ file, args, env }: Started): Started {
  if (!existsSync(SHELL)) return { file, args, env };
  // Node leaves an empty file behind for each module whose compiled code it can't write.
  const { NODE_COMPILE_CACHE: _compiled, ...others } = env;
  return { file: SHELL, args: ['-c', LIMITED, file, ...args], env: others };
}
