import { ApiError } from '../../api/api-error.ts';
import { type AnyRequest, type Options, type PathOf, send } from '../../api/request.ts';
import type { Action } from '../../form/action-button.tsx';
import type { Field, JsonObject } from '../../form/field.ts';
import type { RefundPreview } from '../../form/refund-preview.tsx';
import { fill, t } from '../../text/text.ts';
import { previewRefund, type RefundRequest } from './preview-refund.ts';

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

type Entries = Readonly<Record<string, Readonly<{ quantity?: number | string }> | undefined>>;

type Items = readonly Pick<Countable, 'id'>[];

type Chosen = Readonly<{ index: number; item: Readonly<{ item_id: string; quantity: number | string }> }>;

/** The items that have a quantity. */
const chosenOf = (body: JsonObject, items: Items): readonly Chosen[] => {
  const entries = (body['items'] ?? {}) as Entries;
  return items.flatMap(({ id }, index) => {
    const quantity = entries[index]?.quantity;
    return quantity === undefined || quantity === 0 ? [] : [{ index, item: { item_id: id, quantity } }];
  });
};

/** Sends a body with the items that have a quantity. Errors name the items as the form has them. */
const withChosenItems = async <T>(
  body: JsonObject,
  items: Items,
  sendBody: (body: JsonObject) => Promise<T>,
): Promise<T> => {
  const chosen = chosenOf(body, items);
  try {
    return await sendBody({ ...body, items: chosen.map(({ item }) => item) });
  } catch (error) {
    throw error instanceof ApiError ? atItems(error, (sent) => chosen[sent]?.index ?? 0) : error;
  }
};

/** What a request has instead of the fields of a form. */
type Finish = (body: JsonObject) => JsonObject;

const asItIs: Finish = (body) => body;

/** An action that sends its fields with the items that have a quantity. */
export const sendQuantities =
  <P extends PathOf<'post'>>(
    path: P,
    params: Options<P, 'post'>['params'],
    items: Items,
    finish = asItIs,
  ): Action['run'] =>
  (body, idempotencyKey) =>
    withChosenItems(body, items, (sent) =>
      send({ method: 'post', path, params, body: finish(sent), idempotencyKey } as AnyRequest),
    );

/** What the action of `sendQuantities` would refund, once an item has a quantity. */
export const previewQuantities = <P extends PathOf<'post'>>(
  path: P,
  params: Options<P, 'post'>['params'],
  items: Items,
  finish = asItIs,
): Required<Pick<RefundPreview, 'isChosen' | 'dryRun'>> => ({
  isChosen: (body) => chosenOf(body, items).length > 0,
  dryRun: (body, signal) =>
    withChosenItems(body, items, (sent) =>
      previewRefund({ path, params: params as RefundRequest['params'], body: finish(sent), signal }),
    ),
});

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
