/** With escapes such as "%20" decoded; text with a percent sign that encodes nothing stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
