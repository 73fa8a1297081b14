import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { holds } from '../../app/session.ts';
import type { Action } from '../../form/action-button.tsx';
import { ActionLink } from '../../form/action-link.tsx';
import { savedText } from '../../form/saved-text.ts';
import type { BulkAction } from '../../list/bulk-bar.tsx';
import { useListState } from '../../list/list-state.ts';
import { ResourceList } from '../../list/resource-list.tsx';
import type { Tab } from '../../list/view-tabs.tsx';
import { amountColumn, type Column } from '../../parts/column.tsx';
import { Badge, Code, Time } from '../../parts/parts.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { t, valueLabel } from '../../text/text.ts';
import { ImportLink } from '../imports/import-link.tsx';
import { Facets } from './facets.tsx';
import { exemptionField, STATUS_FIELD } from './product-fields.ts';
import { StockCell } from './stock-cell.tsx';
import { stockOf } from './stock-of.ts';

type Product = Schemas['Product'];

const COLUMNS: readonly Column<Product>[] = [
  {
    name: 'name',
    cell: ({ name, images }) => (
      <span class="item">
        <Thumbnail url={images[0]} />
        <span>{name}</span>
      </span>
    ),
    text: ({ name }) => name,
    place: 'title',
  },
  { name: 'status', cell: ({ status }) => <Badge value={status} />, place: 'detail' },
  { name: 'sku', cell: ({ sku }) => sku && <Code>{sku}</Code>, isOptional: true },
  { name: 'category', cell: ({ category }) => category },
  {
    name: 'stock',
    cell: (product) => <StockCell product={product} />,
    text: (product) => String(stockOf(product) ?? ''),
    isNumeric: true,
    place: 'detail',
  },
  amountColumn('price', 'end'),
  { name: 'currency', cell: ({ currency }) => currency, isOptional: true },
  { name: 'vendor', cell: ({ vendor }) => vendor, isOptional: true },
  { name: 'tags', cell: ({ tags }) => tags.join(', '), isOptional: true },
  { name: 'slug', cell: ({ slug }) => slug, isOptional: true },
  { name: 'updated_at', cell: (product) => <Time at={product.updated_at} />, isOptional: true },
  { name: 'created_at', cell: (product) => <Time at={product.created_at} />, isOptional: true },
  { name: 'id', cell: ({ id }) => <CopiedId id={id} />, isOptional: true },
];

type Changes = Schemas['BulkUpdateInput']['changes'];

/** What applies where a field is left empty. */
type Defaults = Readonly<{ defaults?: Changes }>;

const changeAll = (
  products: readonly Product[],
  { defaults, ...action }: Omit<Action, 'scope' | 'run'> & Defaults,
): Action => ({
  scope: 'products:write',
  ...action,
  run: (changes, idempotencyKey) =>
    request('post', '/api/products/bulk_update', {
      body: { filter: { ids: products.map(({ id }) => id) }, changes: { ...defaults, ...(changes as Changes) } },
      idempotencyKey,
    }),
  done: savedText,
});

const BULK: readonly BulkAction<Product>[] = [
  (products) =>
    changeAll(products, {
      label: t().products.setStatus,
      fields: [STATUS_FIELD],
    }),
  (products) =>
    changeAll(products, {
      label: t().products.setExemption,
      fields: [exemptionField()],
      defaults: { withdrawal_exemption: null },
    }),
  (products) =>
    changeAll(products, {
      label: t().products.changePrices,
      explanation: t().products.changePricesExplained,
      fields: [
        { name: 'price_percent', kind: 'decimal', hint: t().products.percentHint },
        { name: 'price', kind: 'money' },
      ],
    }),
];

const TABS = (): readonly Tab[] =>
  (['active', 'draft', 'archived'] as const).map((status) => ({
    label: valueLabel(status),
    query: `status=${status}`,
  }));

export const Products = () => (
  <ResourceList
    path="/api/products"
    title={t().navigation.products}
    columns={COLUMNS}
    hrefOf={({ id }) => `${BASE}/products/${id}`}
    bulkActions={BULK}
    nameOf={({ name }) => name}
    tabs={TABS()}
    icon="products"
    empty={t().products.empty}
    actions={() => <Buttons />}
    aside={(products) => <Facets products={products} />}
  />
);

const Buttons = () => {
  const { query } = useListState();
  const exported = new URLSearchParams(query);
  exported.delete('cursor');
  return (
    <>
      {holds('products:read') && (
        <>
          <a class="button" href={`/api/products/export?${exported}`} download="products.csv">
            {t().imports.export}
          </a>
          <ImportLink of="products" />
        </>
      )}
      <ActionLink label={t().products.create} scope="products:write" href={`${BASE}/products/new`} />
    </>
  );
};
