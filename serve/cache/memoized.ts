/** Caches the results of a pure function. At `most` entries it starts over, so hostile input cannot make it grow. */
export function memoized<Value>(most: number, of: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = of(text);
      if (known.size >= most) known.clear();
      known.set(text, value);
    }
    return value;
  };
}
