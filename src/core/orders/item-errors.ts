import type { FieldError } from '#core/shared/domain-error.ts';

/** An error in a field of an item. */
export type ItemError = Readonly<{ field: string; code: string; message: string }>;

/** Field errors with the path `items.<index>.<field>`. */
export const itemErrors = <T>(items: readonly T[], errorOf: (item: T) => ItemError | undefined): FieldError[] =>
  items.flatMap((item, index) => {
    const found = errorOf(item);
    if (found === undefined) return [];
    const { field, code, message } = found;
    return [{ path: ['items', index, field], code, message }];
  });
