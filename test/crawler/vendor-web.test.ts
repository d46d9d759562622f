/**
 * Vendors whose answers differ on the wire, that the queue would retry for minutes, or that attack the browser. Every other
 * vendor of the web goes through the whole pipeline in test/pipeline/, or is in vendor-web.long.test.ts.
 */
import { GROUPS, isRetried } from '../vendor-web/vendors.ts';
import { describeVisits } from './vendor-visits.ts';

const { plain, robots, redirects, transport, wire, turncoats, doors, nuisances } = GROUPS;
/** Each keeps a visit busy for ten seconds or more. */
const SLOW = ['endless-early-hints', 'bomb-for-browser'];
const ATTACKS = ['door-fetch', 'door-form', 'door-frame', 'door-web-socket', 'nuisance-alerts', 'nuisance-hangs-later'];

describeVisits([
  ...wire.filter(({ slug }) => !SLOW.includes(slug)),
  ...[plain, robots, redirects, transport, turncoats].flat().filter(isRetried),
  ...[doors, nuisances].flat().filter(({ slug }) => ATTACKS.includes(slug)),
]);
