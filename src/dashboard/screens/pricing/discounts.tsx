import type { Schemas } from '../../api/request.ts';
import { type Action, ActionButton, ActionButtons } from '../../form/action-button.tsx';
import { type Crud, changeAction, createAction, removeAction } from '../../form/crud.ts';
import type { Field } from '../../form/field.ts';
import { currencyField } from '../../form/rule-fields.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Column } from '../../parts/column.tsx';
import { Badge, Code, Time } from '../../parts/parts.tsx';
import { money, number, rate } from '../../text/format.ts';
import { t, valueLabel } from '../../text/text.ts';
import { ImportLink } from '../imports/import-link.tsx';

type Discount = Schemas['Discount'];

/** What the discount takes off: a share, an amount, or a price of its own. */
const valueOfDiscount = ({ percent, amount, price, currency }: Discount): string => {
  if (percent !== null) return rate(percent);
  const value = amount ?? price;
  return value === null || currency === null ? '' : money(value, currency);
};

/** Whether the discount can be used now, and why not. */
const statusOf = ({ active, valid_from: from, valid_to: to }: Discount): string => {
  if (!active) return 'disabled';
  if (to !== null && Date.parse(to) <= Date.now()) return 'expired';
  return from !== null && Date.parse(from) > Date.now() ? 'scheduled' : 'active';
};

const COLUMNS: readonly Column<Discount>[] = [
  { name: 'name', cell: ({ name }) => name, place: 'title' },
  { name: 'code', cell: ({ code }) => code && <Code>{code}</Code>, place: 'detail' },
  { name: 'status', cell: (discount) => <Badge value={statusOf(discount)} />, text: statusOf, place: 'detail' },
  { name: 'kind', cell: ({ kind }) => valueLabel(kind), place: 'detail' },
  { name: 'amount', cell: valueOfDiscount, text: valueOfDiscount, isNumeric: true, place: 'end' },
  {
    name: 'uses',
    cell: ({ uses, max_uses: max }) => (max === null ? number(uses) : `${number(uses)} / ${number(max)}`),
    isNumeric: true,
  },
  { name: 'valid_from', cell: (discount) => <Time at={discount.valid_from} />, isOptional: true },
  { name: 'valid_to', cell: (discount) => <Time at={discount.valid_to} /> },
];

/** Whether a field applies to the kind that is chosen. */
const isOfKind =
  (wanted: Discount['kind']): NonNullable<Field['isShown']> =>
  ({ kind }) =>
    kind === wanted;

const CRUD: Crud = {
  path: '/api/discounts',
  scope: 'pricing:write',
  fields: (isNew) => [
    { name: 'code', kind: 'text', hint: t().pricing.codeHint },
    isNew
      ? { name: 'name', kind: 'text', hint: t().pricing.discountNameHint }
      : { name: 'name', kind: 'text', isRequired: true },
    { name: 'kind', kind: 'choice', values: ['percent', 'amount', 'fixed_price', 'free_shipping'], isRequired: true },
    { name: 'percent', kind: 'decimal', isRequired: true, isShown: isOfKind('percent') },
    { name: 'amount', kind: 'money', isRequired: true, isShown: isOfKind('amount') },
    {
      name: 'price',
      kind: 'money',
      isRequired: true,
      hint: t().pricing.fixedPriceHint,
      isShown: isOfKind('fixed_price'),
    },
    currencyField(),
    { name: 'min_total', kind: 'money' },
    { name: 'min_quantity', kind: 'integer' },
    { name: 'priority', kind: 'integer' },
    { name: 'product_ids', kind: 'ids', prefix: 'prod', hint: t().pricing.productIdsHint },
    { name: 'category_ids', kind: 'ids', prefix: 'cat', hint: t().pricing.categoryIdsHint },
    { name: 'max_uses', kind: 'integer' },
    { name: 'max_uses_per_customer', kind: 'integer' },
    { name: 'valid_from', kind: 'time' },
    { name: 'valid_to', kind: 'time' },
    { name: 'first_order', kind: 'flag' },
    { name: 'combinable', kind: 'flag' },
    { name: 'active', kind: 'flag' },
  ],
};

/** Creates a discount, which is called after its code unless it has a name. */
const createDiscount = (): Action => {
  const action = createAction(CRUD, { label: t().pricing.addDiscount, initial: { active: true, kind: 'percent' } });
  return {
    ...action,
    run: ({ name, ...body }, idempotencyKey) => action.run({ ...body, name: name ?? body['code'] }, idempotencyKey),
  };
};

export const Discounts = () => (
  <ResourceList
    path="/api/discounts"
    title={t().navigation.discounts}
    columns={COLUMNS}
    icon="percent"
    empty={t().pricing.noDiscounts}
    actions={(reload) => (
      <>
        <ImportLink of="discounts" />
        <ActionButton action={createDiscount()} onDone={reload} />
      </>
    )}
    rowActions={(discount, reload) => (
      <ActionButtons
        actions={[changeAction(CRUD, discount), removeAction(CRUD, discount, t().pricing.deleteExplained)]}
        onDone={reload}
      />
    )}
  />
);
