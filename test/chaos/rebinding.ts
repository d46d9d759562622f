/**
 * Vendors whose names an attacker's name server answers for: this machine, a network inside, or both among public
 * addresses, and another answer each time. The real crawlers resolve names with it in place of the machine's own.
 */
import { join } from 'node:path';
import { redirect, send } from '../vendor-web/answer.ts';
import { pageVendor, vendorOf } from '../vendor-web/page-vendor.ts';
import type { Vendor } from '../vendor-web/vendor.ts';
import { ANSWERS } from './rebinding-answers.ts';

const PRELOAD = join(import.meta.dirname, 'rebinding-resolver.ts');

export function rebindingVendors(): {
  vendors: Vendor[];
  resolver: Record<'crawler' | 'crawler-2', Record<string, string>>;
} {
  const vendors = Object.keys(ANSWERS).map((host) => {
    const slug = `rebound-${host.split('.')[0]}`;
    const isNowhere = host.startsWith('nowhere');
    return pageVendor(
      {
        slug,
        name: slug,
        expect: 'unreadable',
        failures: isNowhere ? ['unreachable', 'blocked_address'] : ['blocked_address'],
        decoys: ['666'],
      },
      (_request, response) => redirect(response, `http://${host}/pricing`),
    );
  });
  const shown = vendorOf(
    { slug: 'rebound-shown', name: 'rebound-shown', expect: 'survives', render: 'browser', decoys: ['666'] },
    (_request, response) =>
      send(
        response,
        `<!doctype html><title>Pricing</title><h1>Pricing</h1>${frames()}<script>location.href = 'http://turning.rebound.test/pricing';</script>`,
      ),
  );
  const variables = { NODE_OPTIONS: `--import ${PRELOAD}` };
  return { vendors: [...vendors, shown], resolver: { crawler: variables, 'crawler-2': variables } };
}

function frames(): string {
  return Object.keys(ANSWERS)
    .map((host) => `<iframe src="http://${host}/"></iframe>`)
    .join('');
}
