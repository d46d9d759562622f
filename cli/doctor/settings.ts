/** Checks of the settings: valid, spelt right, and consistent. */
import { type Environment, EnvironmentFault, misspelt, readEnvironment } from '../../config/env.ts';
import { reachable } from '../../config/probe.ts';
import { placesOf } from '../installation/probes.ts';
import { broken, type Check, type Found, ok, warning } from './finding.ts';

/** The environment, with invalid variables reported and treated as unset so that the other checks can run. */
export function readableEnvironment(env: NodeJS.ProcessEnv): { environment: Environment; faults: Found[] } {
  try {
    return { environment: readEnvironment(env), faults: [] };
  } catch (error) {
    if (!(error instanceof EnvironmentFault)) throw error;
    const names = new Set(error.variables.map(({ name }) => name));
    const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)));
    const faults = error.variables.flatMap(({ name, why }) =>
      broken(`${name} is "${env[name]}"`, {
        cause: why,
        mend: `unset ${name}, or set it as described in docs/operations.md`,
      }),
    );
    // Settings are checked against each other only where each is valid by itself.
    const others = readableEnvironment(rest);
    return { environment: others.environment, faults: [...faults, ...others.faults] };
  }
}

const LOOPBACK = /^(?:127\.|localhost$|::1$)/;

export function settingsCheck(faults: readonly Found[]): Check {
  return {
    name: 'settings',
    inspect({ environment }) {
      const found = [...faults, ...misspellings(), ...samePorts(environment), ...address(environment)];
      return found.length > 0 ? found : ok('all are valid');
    },
  };
}

function misspellings(): Found[] {
  return misspelt().flatMap(({ name, meant }) =>
    warning(`${name} is set but not used`, {
      cause: `probably a misspelling of ${meant}`,
      mend: `unset ${name}; set ${meant} instead if intended`,
    }),
  );
}

function samePorts(environment: Environment): Found[] {
  const places = placesOf(environment).filter(({ port }) => port !== undefined && port !== 0);
  return places.flatMap(({ process, port, variable }, at) => {
    const first = places.findIndex((other) => other.port === port);
    if (first === at) return [];
    return broken(`${places[first]?.process} and ${process} have the same port ${port}`, {
      cause: 'two processes cannot share a port',
      mend: `set ${variable} to another port`,
    });
  });
}

function address({ host, port, baseUrl }: Environment): Found[] {
  if (LOOPBACK.test(host) || baseUrl !== `http://localhost:${port}`) return [];
  return warning(`links and attributions use ${baseUrl}, but the server listens on ${reachable(host, port)}`, {
    cause: 'BASE_URL is not set',
    mend: 'set BASE_URL to the address that consumers use',
  });
}
