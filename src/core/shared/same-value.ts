/** Whether two JSON values are equal regardless of key order, which a database may change. */
export const isSameValue = (a: unknown, b: unknown): boolean => {
  const [one, other] = [a ?? null, b ?? null];
  if (one === other) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The names of the members that have another value in `after`. */
export const differingMembers = (before: object, after: object): string[] =>
  Object.entries(before).flatMap(([name, value]) =>
    isSameValue(value, (after as Record<string, unknown>)[name]) ? [] : [name],
  );
