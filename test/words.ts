/** The words of a text: a long list of short strings, without their quotes. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
