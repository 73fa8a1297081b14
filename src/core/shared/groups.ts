/** Groups of items in order, each of a total size up to a maximum, or of a single larger item. The last may be empty. */
export function* groupsOfSize<T>(
  items: readonly T[],
  { max, sizeOf }: Readonly<{ max: number; sizeOf: (item: T) => number }>,
): Generator<readonly T[]> {
  let group: T[] = [];
  let size = 0;
  for (const item of items) {
    size += sizeOf(item);
    if (size > max && group.length > 0) {
      yield group;
      [group, size] = [[], sizeOf(item)];
    }
    group.push(item);
  }
  yield group;
}
