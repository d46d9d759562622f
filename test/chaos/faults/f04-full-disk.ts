/** F4: the disk is full while entries are written and while a generation is published, and has room again. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Fault, NotRunHere, type Remarks, type Trial } from '../fault.ts';

const PROGRAM = join(import.meta.dirname, '../full-disk.ts');
const DISK_SIZE = '24m';
const ROUNDS = { short: 3, long: 60 };

/** A mount namespace, where the kernel gives one: as root, or by a user namespace. */
const IN_NAMESPACE = ['unshare', '--map-root-user', '--mount'];
const ON_DISK = `mount -t tmpfs -o size=${DISK_SIZE} tmpfs "$1" && shift && exec "$@"`;

export const fullDisk: Fault = {
  id: 'F4',
  title: 'disk full',
  async run(trial) {
    const directory = trial.directory();
    const onDisk = [...IN_NAMESPACE, 'sh', '-c', ON_DISK, 'sh', directory];
    const [command = '', ...args] = [...onDisk, 'true'];
    if (spawnSync(command, args).status !== 0) throw new NotRunHere('no tmpfs may be mounted in a namespace');
    return ran([...onDisk, process.execPath, PROGRAM, directory, String(ROUNDS[trial.scale])], trial);
  },
};

/** Its last line on stdout; what it says on stderr is told. @throws {Error} it failed */
function ran([command = '', ...args]: string[], trial: Trial): Promise<Remarks> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, errors]: [string[], string[]] = [[], []];
    createInterface({ input: child.stdout }).on('line', (line) => out.push(line));
    createInterface({ input: child.stderr }).on('line', (line) => {
      errors.push(line);
      trial.say(line);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(out.at(-1) ?? ''));
      else reject(new Error(`It ended with ${code}:\n${errors.slice(-20).join('\n')}`));
    });
  });
}
