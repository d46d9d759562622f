/** Lower case, without accents and punctuation, words separated by one space; "+" stays, as in "Pro+". */
export function wordsKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();
}

/** What two spellings of one tier's name share: its plain words without those that vendors add and drop. */
export function nameKey(name: string): string {
  const words = wordsKey(name);
  const bare = words.replace(/(?:^| )(?:plan|tier|edition|package)(?= |$)/g, '').trim();
  return bare === '' ? words : bare;
}
