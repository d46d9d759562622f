/** The same answer for the same words, which recur by the thousand. */
export function memoized<Answer>(answer: (words: string) => Answer, most = 4_000): (words: string) => Answer {
  const known = new Map<string, { is: Answer }>();
  return (words) => {
    const before = known.get(words);
    if (before !== undefined) return before.is;
    if (known.size >= most) known.clear();
    const is = answer(words);
    known.set(words, { is });
    return is;
  };
}
