import type { FulfilledItemView } from '#core/orders/fulfillment.ts';
import { itemName, MAX_ITEMS, type OrderItemId } from '#core/orders/order-item.ts';
import type { OrderView } from '#core/orders/order-view.ts';
import type { OrderWithdrawalView } from '#core/withdrawals/order-withdrawal.ts';
import { type FormErrors, fieldText } from '../hosted/hosted-form.ts';
import { bodyErrors } from '../request/validation.ts';
import { withdrawalInput } from './schemas.ts';

/** The order that the token of a link has opened, and what may be withdrawn from it. */
export type OpenedOrder = Readonly<{ view: OrderView; right: OrderWithdrawalView | null }>;

/** What a consumer has entered. */
export type WithdrawalForm = Readonly<{
  /** Of an order; empty for one that is named by its number. */
  token: string;
  orderNumber: string;
  name: string;
  email: string;
  isPart: boolean;
  note: string;
  /** The chosen items, with quantities as they were entered. */
  items: readonly Readonly<{ id: string; quantity: string }>[];
  /** Made with the first step, so that a statement that is sent again is stored once. */
  nonce: string;
}>;

/** A statement that is complete, as the use case takes it. */
export type CheckedStatement = Readonly<{
  orderNumber?: string;
  name: string;
  email: string;
  note: string | null;
  items?: readonly FulfilledItemView[];
}>;

type Field = 'orderNumber' | 'name' | 'email' | 'note' | 'items';

export type FieldMessages = Readonly<Record<Field, Readonly<{ missing: string; invalid: string }>>> &
  Readonly<{ quantity: (item: string, most: number) => string }>;

/** The name and id of the field for the quantity of an item. */
export const quantityField = (itemId: string): string => `quantity_${itemId}`;

export const readForm = (fields: URLSearchParams): WithdrawalForm => {
  const chosen = [...new Set(fields.getAll('item'))].slice(0, MAX_ITEMS);
  return {
    token: fieldText(fields, 'token'),
    orderNumber: fieldText(fields, 'order_number'),
    name: fieldText(fields, 'name'),
    email: fieldText(fields, 'email'),
    isPart: fields.get('scope') === 'part',
    note: fieldText(fields, 'note'),
    items: chosen.map((id) => ({ id, quantity: fieldText(fields, quantityField(id)) })),
    nonce: fieldText(fields, 'nonce'),
  };
};

/** The form as it is opened by a link: all of its order that may be withdrawn from is chosen. */
export const newForm = (
  { token, orderNumber, nonce }: Pick<WithdrawalForm, 'token' | 'orderNumber' | 'nonce'>,
  order: OpenedOrder | undefined,
): WithdrawalForm => {
  const { email = null, shipping_address: shipping = null, billing_address: billing = null } = order?.view ?? {};
  return {
    token,
    orderNumber,
    name: shipping?.name ?? billing?.name ?? '',
    email: email ?? '',
    isPart: false,
    note: '',
    items: (order?.right?.items ?? []).map(({ item_id: id, quantity }) => ({ id, quantity: String(quantity) })),
    nonce,
  };
};

/** The name of an order's item with its options. */
export const nameOfItem = ({ view }: OpenedOrder, id: string): string => {
  const item = view.items.find((each) => each.id === id);
  return item === undefined ? id : itemName(item);
};

/** The statement of a form, which is complete if it has no errors. */
export const statementOf = (form: WithdrawalForm, order: OpenedOrder | undefined): CheckedStatement => {
  const { name, email, orderNumber, isPart, note, items } = form;
  if (order === undefined) return { orderNumber, name, email, note: isPart ? note : null };
  const chosen = items.map(({ id, quantity }) => ({ item_id: id as OrderItemId, quantity: numberOf(quantity) }));
  return { name, email, note: null, ...(chosen.length === 0 ? {} : { items: chosen }) };
};

const numberOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

/** In their order on the page. */
const FIELDS = ['orderNumber', 'items', 'note', 'name', 'email'] as const satisfies readonly Field[];

type Checked = Readonly<{
  order: OpenedOrder | undefined;
  messages: FieldMessages;
  /** Whether it is sent for good: the order may have changed since it was checked, also by this statement. */
  isConfirmed: boolean;
}>;

/** What is missing or malformed, in the order of the page. */
export const formErrors = (form: WithdrawalForm, { order, messages, isConfirmed }: Checked): FormErrors => {
  const statement = statementOf(form, order);
  const invalid = schemaErrors(statement);
  const found = FIELDS.flatMap((field): [string, string][] => {
    if (isMissing(field, form, order)) return [[field, messages[field].missing]];
    if (field === 'items' && order !== undefined && !isConfirmed) return itemErrors(statement, order, messages);
    return invalid.has(field) ? [[field, messages[field].invalid]] : [];
  });
  return new Map(found);
};

const isMissing = (field: Field, form: WithdrawalForm, order: OpenedOrder | undefined): boolean => {
  switch (field) {
    case 'orderNumber':
      return order === undefined && form.orderNumber === '';
    case 'note':
      return order === undefined && form.isPart && form.note === '';
    case 'items':
      return (order?.right?.items ?? []).length > 0 && form.items.length === 0;
    case 'name':
    case 'email':
      return form[field] === '';
  }
};

/** The fields that the schema of the API rejects. */
const schemaErrors = ({ orderNumber, note, ...statement }: CheckedStatement): ReadonlySet<Field> => {
  const body = {
    ...statement,
    note: note || null,
    ...(orderNumber === undefined ? {} : { order_number: orderNumber }),
  };
  const names = bodyErrors(withdrawalInput, body, { reportsAll: true }).map(({ path: [name] }) => name);
  return new Set(FIELDS.filter((field) => names.includes(field === 'orderNumber' ? 'order_number' : field)));
};

/** Only what may be withdrawn from now, in at most its quantity; anything where that is nothing, as after a former statement. */
const itemErrors = (
  { items = [] }: CheckedStatement,
  order: OpenedOrder,
  messages: FieldMessages,
): [string, string][] => {
  const limits = new Map(order.right?.items.map(({ item_id: id, quantity }) => [id, quantity]));
  if (limits.size === 0) return [];
  if (items.some(({ item_id: id }) => !limits.has(id))) return [['items', messages.items.invalid]];
  return items.flatMap(({ item_id: id, quantity }): [string, string][] => {
    const most = limits.get(id) ?? 0;
    const isValid = quantity >= 1 && quantity <= most;
    return isValid ? [] : [[quantityField(id), messages.quantity(nameOfItem(order, id), most)]];
  });
};
