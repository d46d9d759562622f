/**
 * What follows from a text, worked out once for each of the few that come again and again. Whoever sends many others
 * makes it begin anew, and never makes it grow; a hit writes nothing.
 */
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
