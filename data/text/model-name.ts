/** A model's name for comparison: "Large 3.5", "large_3-5" and "large-3.5" are one. */
export function modelKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.]+/g, '-');
}
