import { etagOf, request, type Schemas } from '../../api/request.ts';
import { useResource } from '../../app/use-resource.ts';
import { type Action, ActionButton, ActionButtons } from '../../form/action-button.tsx';
import { savedText } from '../../form/saved-text.ts';
import { sendFields } from '../../form/send-action.ts';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { Time } from '../../parts/parts.tsx';
import { number } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import { stockOf } from './stock-of.ts';

type Product = Schemas['Product'];

const adjust = ({ id }: Product): Action => ({
  label: t().products.adjustStock,
  scope: 'products:write',
  fields: [
    { name: 'delta', kind: 'integer', isRequired: true, hint: t().products.deltaHint },
    { name: 'reason', kind: 'text', isRequired: true },
  ],
  run: sendFields('post', '/api/products/{id}/stock_adjustments', { params: { id } }),
  done: t().products.stockAdjusted,
});

/** Begins or ends the count of the stock: what is not tracked is never out of stock. */
const track = ({ id, version }: Product): Action => ({
  label: t().products.trackStock,
  scope: 'products:write',
  fields: [{ name: 'stock', kind: 'integer', isRequired: true }],
  run: (body) => request('patch', '/api/products/{id}', { params: { id }, body, ...matchOf(version) }),
  done: savedText,
});

const stopTracking = ({ id, version }: Product): Action => ({
  label: t().products.stopTracking,
  scope: 'products:write',
  isDanger: true,
  explanation: t().products.stopTrackingExplained,
  run: () => request('patch', '/api/products/{id}', { params: { id }, body: { stock: null }, ...matchOf(version) }),
  done: savedText,
});

const matchOf = (version: number | undefined) => (version === undefined ? {} : { ifMatch: etagOf(version) });

/** The stock of a product and its last adjustments. */
export const Stock = ({ product, onChanged }: Readonly<{ product: Product; onChanged: () => void }>) => {
  const { id, stock } = product;
  const adjustments = useResource('/api/products/{id}/stock_adjustments', { params: { id }, query: { limit: 10 } });
  const done = (): void => {
    void adjustments.reload();
    onChanged();
  };
  const isTracked = stock !== null && stock !== undefined;
  return (
    <LoadedList
      title={t().fields.stock}
      actions={
        isTracked ? (
          <ActionButtons actions={[adjust(product), stopTracking(product)]} onDone={done} />
        ) : (
          <ActionButton action={track(product)} onDone={done} />
        )
      }
      remark={isTracked ? fill(t().products.inStock, { count: number(stock) }) : t().products.untracked}
      state={adjustments}
      keyOf={(adjustment) => adjustment.id}
      empty={t().products.noAdjustments}
      columns={[
        { name: 'created_at', cell: (adjustment) => <Time at={adjustment.created_at} />, place: 'detail' },
        { name: 'reason', cell: ({ reason }) => reason, place: 'title' },
        {
          name: 'delta',
          place: 'end',
          cell: ({ delta }) => (delta > 0 ? `+${number(delta)}` : number(delta)),
          isNumeric: true,
        },
        { name: 'stock', cell: (adjustment) => number(adjustment.stock), isNumeric: true },
      ]}
    />
  );
};

/** The stock of all variants, as they are stored. */
export const StockOfVariants = ({ product }: Readonly<{ product: Product }>) => {
  const stock = stockOf(product);
  const isAllTracked = (product.variants ?? []).every((variant) => typeof variant.stock === 'number');
  const text = isAllTracked ? t().products.inVariants : t().products.inTrackedVariants;
  return <p class="muted">{stock === null ? t().products.untrackedVariants : fill(text, { count: number(stock) })}</p>;
};
