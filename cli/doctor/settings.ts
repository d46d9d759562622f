/** Settings: of a form that can be understood, spelt right, and not at odds with one another. */
import { type Environment, EnvironmentFault, misspelt, readEnvironment } from '../../config/env.ts';
import { placesOf, reachable } from '../installation/probes.ts';
import { type Check, type Found, ok } from './finding.ts';

/** The environment, and what can't be understood of it; that part is taken as unset, so that the rest can be looked at. */
export function understood(env: NodeJS.ProcessEnv): { environment: Environment; faults: Found[] } {
  try {
    return { environment: readEnvironment(env), faults: [] };
  } catch (error) {
    if (!(error instanceof EnvironmentFault)) throw error;
    const names = new Set(error.variables.map(({ name }) => name));
    const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));
    const faults = error.variables.map(
      ({ name, why }): Found => ({
        severity: 'broken',
        found: `${name} is "${env[name]}"`,
        cause: why,
        mend: `unset ${name}, or set it as docs/operations.md says`,
      }),
    );
    return { environment: readEnvironment(rest), faults };
  }
}

const LOOPBACK = /^(?:127\.|localhost$|::1$)/;

export function settingsCheck(faults: readonly Found[]): Check {
  return {
    name: 'settings',
    look({ environment }) {
      const found = [...faults, ...misspellings(), ...samePorts(environment), ...address(environment)];
      return found.length > 0 ? found : ok('all are understood');
    },
  };
}

function misspellings(): Found[] {
  return misspelt().map(({ name, meant }) => ({
    severity: 'warning',
    found: `${name} is set, and nothing reads it`,
    cause: `${meant} may be meant`,
    mend: `unset ${name}, and set ${meant} if that was meant`,
  }));
}

function samePorts(environment: Environment): Found[] {
  const places = placesOf(environment).filter(({ port }) => port !== undefined && port !== 0);
  return places.flatMap(({ process, port, variable }, at) => {
    const first = places.findIndex((other) => other.port === port);
    if (first === at) return [];
    return [
      {
        severity: 'broken' as const,
        found: `${places[first]?.process} and ${process} are to listen on ${port}`,
        cause: 'two processes were given one port',
        mend: `set ${variable} to another port`,
      },
    ];
  });
}

function address({ host, port, baseUrl }: Environment): Found[] {
  if (LOOPBACK.test(host) || baseUrl !== `http://localhost:${port}`) return [];
  return [
    {
      severity: 'warning',
      found: `links and attributions say ${baseUrl}, while others can ask at ${reachable(host, port)}`,
      cause: 'BASE_URL says nothing else',
      mend: 'set BASE_URL to the address that consumers use',
    },
  ];
}
