import { ApiError } from '../../api/api-error.ts';
import { type AnyRequest, type Options, type PathOf, send } from '../../api/request.ts';
import type { Action } from '../../form/action-button.tsx';
import type { Field, JsonObject } from '../../form/field.ts';
import { fill, t } from '../../text/text.ts';

/** An item of a form that asks for quantities. */
export type Countable = Readonly<{ id: string; label: string; quantity: number }>;

/** A field for the quantity of each item. */
export const quantityFields = (items: readonly Countable[]): Field[] =>
  items.map(({ label, quantity }, index) => ({
    name: `items.${index}.quantity`,
    kind: 'integer',
    label,
    hint: fill(t().order.atMost, { count: quantity }),
  }));

/** The quantities at first. */
export const initialQuantities = (quantities: readonly number[]): JsonObject => ({
  items: Object.fromEntries(quantities.map((quantity, index) => [index, { quantity }])),
});

type Entries = Readonly<Record<string, Readonly<{ quantity?: number }> | undefined>>;

/** An action that sends its fields with the items that have a quantity. Errors name the items as the form has them. */
export const sendQuantities =
  <P extends PathOf<'post'>>(
    path: P,
    params: Options<P, 'post'>['params'],
    items: readonly Pick<Countable, 'id'>[],
  ): Action['run'] =>
  async (body, idempotencyKey) => {
    const entries = (body['items'] ?? {}) as Entries;
    const chosen = items.flatMap(({ id }, index) => {
      const quantity = entries[index]?.quantity;
      return quantity === undefined || quantity === 0 ? [] : [{ index, item: { item_id: id, quantity } }];
    });
    try {
      const sent = { ...body, items: chosen.map(({ item }) => item) };
      return await send({ method: 'post', path, params, body: sent, idempotencyKey } as AnyRequest);
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
