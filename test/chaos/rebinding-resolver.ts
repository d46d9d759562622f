/** Loaded before a crawler (`--import`): its machine's name server is the attacker's, for names below rebound.test. */
import dns, { type LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIPv6 } from 'node:net';
import { ANSWERS } from './rebinding-answers.ts';

const asked = new Map<string, number>();
const machines = dns.lookup;

type Answered = (error: NodeJS.ErrnoException | null, found: string | LookupAddress[], family?: number) => void;

function attackers(hostname: string, options: { all?: boolean }, answered: Answered): void {
  const turns = ANSWERS[hostname] ?? [];
  const turn = asked.get(hostname) ?? 0;
  asked.set(hostname, turn + 1);
  const addresses = (turns[turn % turns.length] ?? []).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const [first] = addresses;
  if (first === undefined) {
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND', hostname });
    process.nextTick(answered, error, options.all === true ? [] : '');
    return;
  }
  if (options.all === true) process.nextTick(answered, null, addresses);
  else process.nextTick(answered, null, first.address, first.family);
}

Object.assign(dns, {
  lookup(hostname: string, ...rest: [object, Answered] | [Answered]) {
    if (!(hostname in ANSWERS)) return Reflect.apply(machines, dns, [hostname, ...rest]);
    const answered = rest.at(-1) as Answered;
    return attackers(hostname, rest.length > 1 ? (rest[0] as { all?: boolean }) : {}, answered);
  },
});
syncBuiltinESMExports();
