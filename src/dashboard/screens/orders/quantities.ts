import { ApiError } from '../../api/api-error.ts';
import type { Field, JsonObject } from '../../form/field.ts';

/** An item of a form that asks for quantities. */
export type Countable = Readonly<{ id: string; label: string; quantity: number }>;

/** The quantity of an item, as operations of orders take it. */
type ItemQuantity = Readonly<{ item_id: string; quantity: number }>;

/** A field for the quantity of each item. */
export const quantityFields = (items: readonly Countable[], hintOf: (quantity: number) => string): Field[] =>
  items.map(({ label, quantity }, index) => ({
    name: `items.${index}.quantity`,
    kind: 'integer',
    label,
    hint: hintOf(quantity),
  }));

/** The quantities at first. */
export const initialQuantities = (quantities: readonly number[]): JsonObject => ({
  items: Object.fromEntries(quantities.map((quantity, index) => [index, { quantity }])),
});

type Entries = Readonly<Record<string, Readonly<{ quantity?: number }> | undefined>>;

/**
 * Sends the items that have a quantity. Errors name the items as the form has them.
 * @throws ApiError as `send` does.
 */
export const sendQuantities = async <T>(
  body: JsonObject,
  items: readonly Pick<Countable, 'id'>[],
  send: (items: readonly ItemQuantity[]) => Promise<T>,
): Promise<T> => {
  const entries = (body['items'] ?? {}) as Entries;
  const chosen = items.flatMap(({ id }, index) => {
    const quantity = entries[index]?.quantity;
    return quantity === undefined || quantity === 0 ? [] : [{ index, item: { item_id: id, quantity } }];
  });
  try {
    return await send(chosen.map(({ item }) => item));
  } catch (error) {
    throw error instanceof ApiError ? atItems(error, (sent) => chosen[sent]?.index ?? 0) : error;
  }
};

/** The error with the places of items in the form; an error of all items is at the first. */
const atItems = ({ problem }: ApiError, indexOf: (sent: number) => number): ApiError =>
  new ApiError({
    ...problem,
    ...(problem.errors && {
      errors: problem.errors.map((error) => ({
        ...error,
        ...(error.pointer !== undefined && {
          pointer: error.pointer
            .replace(/^\/items\/(\d+)(\/\w+)?$/, (_match, sent) => `/items/${indexOf(Number(sent))}/quantity`)
            .replace(/^\/items$/, '/items/0/quantity'),
        }),
      })),
    }),
  });
