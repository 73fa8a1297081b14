import type { Fault } from '#core/shared/domain-error.ts';

/** What is wrong with a field of an item. */
export type ItemFault = Readonly<{ field: string; code: string; message: string }>;

/** The faults of a list's items, each with the place where it stands. */
export const itemFaults = <T>(items: readonly T[], faultOf: (item: T) => ItemFault | undefined): Fault[] =>
  items.flatMap((item, place) => {
    const found = faultOf(item);
    if (found === undefined) return [];
    const { field, code, message } = found;
    return [{ path: ['items', place, field], code, message }];
  });
