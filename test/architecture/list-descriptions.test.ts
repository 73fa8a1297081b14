import path from 'node:path';
import { describeTypeCases, type TypeCase } from '../support/documents/type-cases.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SRC = path.join(ROOT, 'src');

const IMPORTS = `
import { describeList, type FilterOf } from '${SRC}/core/shared/list.ts';
import { productList } from '${SRC}/core/catalog/product-view.ts';
import { orderList } from '${SRC}/core/orders/order-view.ts';
import { userList } from '${SRC}/core/users/user-view.ts';
import { listTable } from '${SRC}/adapters/postgres/lists/list-table.ts';
import { sql } from '${ROOT}/node_modules/kysely/dist/index.js';
export const used = { describeList, productList, orderList, userList, listTable, sql };
type View = Readonly<{ id: string; name: string; size: number; is_new: boolean; tags: Record<string, string>; created_at: string }>;
const defaultSort = { by: 'created_at', descending: true } as const;
const condition = () => ({ key: '', values: {}, sql: () => sql<boolean>\`true\` });
`;

const listWith = (filter: string, sorts = ''): string =>
  `describeList<View>()({ filters: { one: { description: '', ${filter} } }, sorts: [${sorts}], defaultSort })`;

/** Descriptions that must not compile. */
const REJECTED: readonly TypeCase[] = [
  { name: 'a filter on a field that the view lacks', code: listWith(`kind: 'is', field: 'is_old'`) },
  { name: 'a bound of time on a text', code: listWith(`kind: 'from', field: 'name'`) },
  { name: 'a bound of number on a text', code: listWith(`kind: 'minimum', field: 'name'`) },
  { name: 'a boolean filter on a number', code: listWith(`kind: 'is', field: 'size'`) },
  { name: 'a filter on members of a text', code: listWith(`kind: 'contains', field: 'name'`) },
  {
    name: 'a text format for a number',
    code: listWith(`kind: 'equals', field: 'size', format: { type: 'text', maxLength: 9 }`),
  },
  {
    name: 'a sort by a field that the view lacks',
    code: listWith(`kind: 'is', field: 'is_new'`, `'price'`),
  },
  {
    name: 'a filter value of another type',
    code: `({ created_from: '2026-01-01' }) satisfies FilterOf<typeof productList>`,
  },
  { name: 'a filter value that is no choice', code: `({ status: 'sold' }) satisfies FilterOf<typeof productList>` },
  { name: 'a purpose that nobody is asked about', code: `({ consent: 'fax' }) satisfies FilterOf<typeof userList>` },
  {
    name: 'a filter by what is granted in a field that has no consents',
    code: listWith(`kind: 'granted', field: 'tags', format: { type: 'choice', values: ['name'] }`),
  },
  { name: 'a filter that the list lacks', code: `({ colour: 'blue' }) satisfies FilterOf<typeof productList>` },
  {
    name: 'a filter without a column or a condition',
    code: `listTable('orders')(orderList, { columns: {}, conditions: {} })`,
  },
  {
    name: 'a column that the table lacks',
    code: `listTable('orders')(orderList, { columns: { created_at: 'made_at' }, conditions: { product_id: condition, q: condition } })`,
  },
  {
    name: 'a list on the table of another',
    code: `listTable('sessions')(orderList, { columns: {}, conditions: { product_id: condition, q: condition } })`,
  },
];

/** The same descriptions, corrected: they must compile. */
const ACCEPTED: readonly TypeCase[] = [
  { name: 'a purpose', code: `({ consent: 'sms_marketing' }) satisfies FilterOf<typeof userList>` },
  { name: 'a filter on a field of the view', code: listWith(`kind: 'is', field: 'is_new'`, `'size'`) },
  { name: 'a bound of time on a time', code: listWith(`kind: 'from', field: 'created_at'`) },
  { name: 'a bound of number on a number', code: listWith(`kind: 'minimum', field: 'size'`) },
  { name: 'a filter on members of a string map', code: listWith(`kind: 'contains', field: 'tags'`) },
  {
    name: 'filter values of the right types',
    code: `({ created_from: new Date(), status: 'draft' }) satisfies FilterOf<typeof productList>`,
  },
  {
    name: 'a column or a condition for each filter',
    code: `listTable('orders')(orderList, { columns: {}, conditions: { product_id: condition, q: condition } })`,
  },
];

describeTypeCases('the types of list descriptions', { imports: IMPORTS, rejected: REJECTED, accepted: ACCEPTED });
