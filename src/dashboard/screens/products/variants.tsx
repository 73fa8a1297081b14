import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { Amount, Badge, Code, Section } from '../../parts/parts.tsx';
import { TableFrame } from '../../parts/table-frame.tsx';
import { number } from '../../text/format.ts';
import { fieldLabel, t } from '../../text/text.ts';
import { STATUS_FIELD } from './product-fields.ts';

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
    STATUS_FIELD,
  ],
  initial: { price: product.price, status: product.status },
  run: (body, idempotencyKey) =>
    request('post', '/api/products', {
      body: {
        name: product.name,
        currency: product.currency,
        parent_id: product.id,
        ...body,
      } as Schemas['ProductInput'],
      idempotencyKey,
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
    STATUS_FIELD,
  ],
  initial: variant,
  isPatch: true,
  run: (body, idempotencyKey) => request('patch', '/api/products/{id}', { params: { id }, body, idempotencyKey }),
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
        <TableFrame label={t().products.variants}>
          <table class="table stacked">
            <thead>
              <tr>
                {options.map((option) => (
                  <th key={option} scope="col">
                    {option}
                  </th>
                ))}
                <th scope="col">{fieldLabel('sku')}</th>
                <th scope="col">{fieldLabel('status')}</th>
                <th scope="col" class="numeric">
                  {fieldLabel('stock')}
                </th>
                <th scope="col" class="numeric">
                  {fieldLabel('price')}
                </th>
                <th class="narrow">
                  <span class="visually-hidden">{t().list.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {variants.map((variant) => (
                <VariantRow
                  key={variant.id}
                  variant={variant}
                  options={options}
                  currency={product.currency}
                  onChanged={onChanged}
                />
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </Section>
  );
};

const VariantRow = ({
  variant,
  options,
  currency,
  onChanged,
}: Readonly<{ variant: Variant; options: readonly string[]; currency: string; onChanged: () => void }>) => (
  <tr>
    {options.map((option, index) => (
      <td key={option} data-label={option}>
        {index === 0 ? (
          <a href={`${BASE}/products/${variant.id}`}>{variant.options[option]}</a>
        ) : (
          variant.options[option]
        )}
      </td>
    ))}
    <td data-label={fieldLabel('sku')}>{variant.sku && <Code>{variant.sku}</Code>}</td>
    <td data-label={fieldLabel('status')}>{variant.status && <Badge value={variant.status} />}</td>
    <td class="numeric" data-label={fieldLabel('stock')}>
      {variant.stock === null || variant.stock === undefined ? '–' : number(variant.stock)}
    </td>
    <td class="numeric" data-label={fieldLabel('price')}>
      <Amount value={variant.price} currency={currency} />
    </td>
    <td class="narrow buttons">
      <ActionButton action={change(variant)} onDone={onChanged} />
    </td>
  </tr>
);
