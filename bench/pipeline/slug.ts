/** Names of the vendors that are crawled, as all processes of the benchmark spell them. */

export function slugOf(vendor: number): string {
  return `vendor-${vendor}`;
}

export function hostOf(vendor: number): string {
  return `${slugOf(vendor)}.vendor.test`;
}
