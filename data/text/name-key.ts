/** Lower case, without accents and punctuation, words separated by one space; "+" stays, as in "Pro+". */
export function wordsKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();
}

/** Equal for spellings of one tier's name: its plain words without "plan", "tier" and the like. */
export function nameKey(name: string): string {
  const words = wordsKey(name);
  const bare = words.replace(/(?:^| )(?:plan|tier|edition|package)(?= |$)/g, '').trim();
  return bare === '' ? words : bare;
}

/** A model's name for comparison: "Large 3.5", "large_3-5" and "large-3.5" are one. */
export function modelKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.]+/g, '-');
}
