import type { Schemas } from '../../api/request.ts';
import { ActionButton, ActionButtons } from '../../form/action-button.tsx';
import { type Crud, changeAction, createAction, removeAction } from '../../form/crud.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Column } from '../../parts/column.tsx';
import { Time } from '../../parts/parts.tsx';
import { countries, countryName } from '../../text/countries.ts';
import { rate } from '../../text/format.ts';
import { t } from '../../text/text.ts';

type TaxRate = Schemas['TaxRate'];

const COLUMNS: readonly Column<TaxRate>[] = [
  { name: 'name', cell: ({ name }) => name, place: 'title' },
  { name: 'percent', cell: ({ percent }) => rate(percent), isNumeric: true, place: 'end' },
  { name: 'country', cell: ({ country }) => countryName(country), place: 'detail' },
  { name: 'region', cell: ({ region }) => region, place: 'detail' },
  { name: 'postal_prefix', cell: (rate) => rate.postal_prefix, isOptional: true },
  { name: 'tax_category', cell: (rate) => rate.tax_category, place: 'detail' },
  { name: 'valid_from', cell: (rate) => <Time at={rate.valid_from} /> },
  { name: 'valid_to', cell: (rate) => <Time at={rate.valid_to} /> },
];

const CRUD: Crud = {
  path: '/api/tax_rates',
  scope: 'pricing:write',
  fields: () => [
    { name: 'name', kind: 'text', isRequired: true },
    { name: 'percent', kind: 'decimal', isRequired: true },
    { name: 'country', kind: 'pick', isRequired: true, ...countries() },
    { name: 'region', kind: 'text' },
    { name: 'postal_prefix', kind: 'text' },
    { name: 'tax_category', kind: 'text', hint: t().pricing.taxCategoryHint },
    { name: 'valid_from', kind: 'time' },
    { name: 'valid_to', kind: 'time' },
  ],
};

export const TaxRates = () => (
  <ResourceList
    path="/api/tax_rates"
    title={t().navigation.taxRates}
    columns={COLUMNS}
    icon="percent"
    empty={t().pricing.noTaxRates}
    actions={(reload) => (
      <ActionButton action={createAction(CRUD, { label: t().pricing.addTaxRate })} onDone={reload} />
    )}
    rowActions={(rate, reload) => (
      <ActionButtons
        actions={[changeAction(CRUD, rate), removeAction(CRUD, rate, t().pricing.deleteExplained)]}
        onDone={reload}
      />
    )}
  />
);
