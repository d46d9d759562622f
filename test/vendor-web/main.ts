/** Runs the vendor web for a person: prints where it is and who is there, and serves until it is told to stop. */
import { startVendorWeb } from './server.ts';
import { GROUPS } from './vendors.ts';

const web = await startVendorWeb();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => web.close());
for (const [group, vendors] of Object.entries(GROUPS)) {
  console.log(`\n${group}`);
  for (const { slug, expect, render } of vendors)
    console.log(`  ${web.urlOf(slug).padEnd(64)} ${expect}${render === 'browser' ? ', needs a browser' : ''}`);
}
console.log(`\n${web.origin} plays ${web.vendors.length} vendors; also by host as <slug>.vendor.test`);
