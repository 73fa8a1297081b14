import type { Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { sendFields } from '../../form/send-action.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Amount, Badge, Code, Section } from '../../parts/parts.tsx';
import { number } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { variantStatusField } from './product-fields.ts';

type Product = Schemas['Product'];
type Variant = Schemas['Variant'];

const addTo = (product: Product): Action => ({
  label: t().products.addVariant,
  scope: 'products:write',
  fields: [
    { name: 'options', kind: 'map', isRequired: true, hint: t().products.optionsHint },
    { name: 'sku', kind: 'text' },
    { name: 'price', kind: 'decimal', isRequired: true },
    { name: 'stock', kind: 'integer', hint: t().products.stockHint },
    variantStatusField(),
  ],
  initial: { price: product.price },
  run: sendFields('post', '/api/products', {
    body: { name: product.name, currency: product.currency, parent_id: product.id },
  }),
  done: t().products.variantAdded,
});

/** Changes what differs between variants, without leaving the grid. */
const change = ({ id, ...variant }: Variant): Action => ({
  label: t().common.edit,
  scope: 'products:write',
  fields: [
    { name: 'sku', kind: 'text' },
    { name: 'price', kind: 'decimal', isRequired: true },
    { name: 'compare_at_price', kind: 'decimal' },
    variantStatusField(),
  ],
  initial: variant,
  isPatch: true,
  run: sendFields('patch', '/api/products/{id}', { params: { id } }),
  done: t().form.saved,
});

/** The variants of a product as a grid: a row each, a column for each option. */
export const Variants = ({ product, onChanged }: Readonly<{ product: Product; onChanged: () => void }>) => {
  const variants = product.variants ?? [];
  const options = [...new Set(variants.flatMap((variant) => Object.keys(variant.options)))];
  return (
    <Section title={t().products.variants} actions={<ActionButton action={addTo(product)} onDone={onChanged} />}>
      {variants.length === 0 ? (
        <p class="muted">{t().products.noVariants}</p>
      ) : (
        <DataTable
          label={t().products.variants}
          rows={variants}
          keyOf={({ id }) => id}
          columns={[
            ...options.map((option, index) => ({
              name: `options.${option}`,
              heading: option,
              cell: ({ id, options: { [option]: value } }: Variant) =>
                index === 0 ? <a href={`${BASE}/products/${id}`}>{value}</a> : value,
            })),
            { name: 'sku', cell: ({ sku }) => sku && <Code>{sku}</Code> },
            { name: 'status', cell: ({ status }) => status && <Badge value={status} /> },
            {
              name: 'stock',
              cell: ({ stock }) => (stock === null || stock === undefined ? '–' : number(stock)),
              isNumeric: true,
            },
            {
              name: 'price',
              cell: ({ price }) => <Amount value={price} currency={product.currency} />,
              isNumeric: true,
            },
          ]}
          rowActions={(variant) => <ActionButton action={change(variant)} onDone={onChanged} />}
        />
      )}
    </Section>
  );
};
