/** The only one of some values; undefined where there are none or several. */
export function onlyOf<Value>(values: Iterable<Value>): Value | undefined {
  const [first, ...others] = values;
  return others.length === 0 ? first : undefined;
}
