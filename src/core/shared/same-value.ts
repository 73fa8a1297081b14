/** Whether two JSON values are equal regardless of key order, which a database may change. */
export const isSameValue = (a: unknown, b: unknown): boolean => {
  const [one, other] = [a ?? null, b ?? null];
  if (one === other) return true;
  return isObject(one) && isObject(other) && canonical(one) === canonical(other);
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The names of the members that have another value in `after`. */
export const differingMembers = (before: object, after: object): string[] =>
  Object.entries(before).flatMap(([name, value]) =>
    isSameValue(value, (after as Record<string, unknown>)[name]) ? [] : [name],
  );

const canonical = (value: object): string => JSON.stringify(sorted(value));

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const);
  return entries.sort(([one], [other]) => (one < other ? -1 : 1));
};
