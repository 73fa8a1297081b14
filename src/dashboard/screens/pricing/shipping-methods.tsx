import type { Schemas } from '../../api/request.ts';
import { ActionButton, ActionButtons } from '../../form/action-button.tsx';
import { type Crud, changeAction, createAction, removeAction } from '../../form/crud.ts';
import type { RowColumn } from '../../form/rows.ts';
import { countriesField, currencyField } from '../../form/rule-fields.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Column } from '../../parts/column.tsx';
import { Amount, Badge } from '../../parts/parts.tsx';
import { countriesText } from '../../text/countries.ts';
import { number } from '../../text/format.ts';
import { fieldLabel, t, valueLabel } from '../../text/text.ts';
import { WEIGHT_UNITS } from '../products/product-fields.ts';

type ShippingMethod = Schemas['ShippingMethod'];

const COLUMNS: readonly Column<ShippingMethod>[] = [
  { name: 'name', cell: ({ name }) => name, place: 'title' },
  { name: 'status', cell: ({ active }) => <Badge value={active ? 'active' : 'disabled'} />, place: 'detail' },
  { name: 'countries', cell: ({ countries }) => countriesText(countries) || t().common.all, place: 'detail' },
  { name: 'price_by', cell: (method) => valueLabel(method.price_by) },
  {
    name: 'tiers',
    place: 'end',
    cell: ({ tiers, currency }) =>
      tiers.map(({ up_to: upTo, price }, index) => (
        <div key={upTo}>
          {upTo === null ? (index === 0 ? t().pricing.always : t().pricing.above) : `≤ ${number(upTo)}`}{' '}
          <Amount value={price} currency={currency} />
        </div>
      )),
    text: ({ tiers }) => JSON.stringify(tiers),
  },
  {
    name: 'free_above',
    cell: ({ free_above: free, currency }) => free !== null && <Amount value={free} currency={currency} />,
  },
];

const tierColumns = (): readonly RowColumn[] => [
  {
    ...{ name: 'up_to', kind: 'number', label: t().form.upTo },
    ...{ startLabel: t().form.above, placeholder: t().form.noLimit },
  },
  { name: 'price', kind: 'money', label: fieldLabel('price') },
];

const CRUD: Crud = {
  path: '/api/shipping_methods',
  scope: 'pricing:write',
  fields: () => [
    { name: 'name', kind: 'text', isRequired: true },
    countriesField(),
    { name: 'regions', kind: 'chips' },
    currencyField(),
    { name: 'price_by', kind: 'choice', values: ['total', 'weight'], isRequired: true },
    { name: 'weight_unit', kind: 'choice', values: WEIGHT_UNITS, isRequired: true },
    { name: 'tiers', kind: 'rows', isRequired: true, columns: tierColumns(), hint: t().pricing.tiersHint },
    { name: 'free_above', kind: 'money' },
    { name: 'tax_category', kind: 'text' },
    { name: 'active', kind: 'flag' },
  ],
};

const NEW = { active: true, price_by: 'total', weight_unit: 'kg', tiers: [{}] };

export const ShippingMethods = () => (
  <ResourceList
    path="/api/shipping_methods"
    title={t().navigation.shippingMethods}
    columns={COLUMNS}
    icon="truck"
    empty={t().pricing.noShippingMethods}
    actions={(reload) => (
      <ActionButton
        action={createAction(CRUD, { label: t().pricing.addShippingMethod, initial: NEW })}
        onDone={reload}
      />
    )}
    rowActions={(method, reload) => (
      <ActionButtons
        actions={[changeAction(CRUD, method), removeAction(CRUD, method, t().pricing.deleteExplained)]}
        onDone={reload}
      />
    )}
  />
);
