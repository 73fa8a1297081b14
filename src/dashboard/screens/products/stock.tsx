import { request, type Schemas } from '../../api/request.ts';
import { type LoadState, useLoaded } from '../../app/use-loaded.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { Section, Time } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { number } from '../../text/format.ts';
import { fieldLabel, fill, t } from '../../text/text.ts';

type Product = Schemas['Product'];
type Adjustments = Schemas['StockAdjustmentList'];

const adjust = ({ id }: Product): Action => ({
  label: t().products.adjustStock,
  scope: 'products:write',
  fields: [
    { name: 'delta', kind: 'integer', isRequired: true, hint: t().products.deltaHint },
    { name: 'reason', kind: 'text', isRequired: true },
  ],
  run: (body, idempotencyKey) =>
    request('post', '/api/products/{id}/stock_adjustments', {
      params: { id },
      body: body as Schemas['StockAdjustmentInput'],
      idempotencyKey,
    }),
  done: t().products.stockAdjusted,
});

/** The stock of a product and its last adjustments. */
export const Stock = ({ product, onChanged }: Readonly<{ product: Product; onChanged: () => void }>) => {
  const { id, stock } = product;
  const adjustments = useLoaded(id, async (signal) => {
    const path = '/api/products/{id}/stock_adjustments';
    return (await request('get', path, { params: { id }, query: { limit: 10 }, signal })).data;
  });
  const done = (): void => {
    adjustments.reload();
    onChanged();
  };
  const isTracked = stock !== null && stock !== undefined;
  return (
    <Section title={t().products.stock} actions={isTracked && <ActionButton action={adjust(product)} onDone={done} />}>
      <p>{isTracked ? fill(t().products.inStock, { count: number(stock) }) : t().products.untracked}</p>
      <AdjustmentTable state={adjustments} />
    </Section>
  );
};

const AdjustmentTable = ({ state: { data, error, reload } }: Readonly<{ state: LoadState<Adjustments> }>) => {
  if (error) return <ProblemNotice error={error} retry={reload} />;
  if (data === undefined || data.data.length === 0) return null;
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{fieldLabel('created_at')}</th>
          <th scope="col">{fieldLabel('reason')}</th>
          <th scope="col" class="numeric">
            {fieldLabel('delta')}
          </th>
          <th scope="col" class="numeric">
            {fieldLabel('stock')}
          </th>
        </tr>
      </thead>
      <tbody>
        {data.data.map((adjustment) => (
          <tr key={adjustment.id}>
            <td>
              <Time at={adjustment.created_at} />
            </td>
            <td>{adjustment.reason}</td>
            <td class="numeric">{adjustment.delta > 0 ? `+${number(adjustment.delta)}` : number(adjustment.delta)}</td>
            <td class="numeric">{number(adjustment.stock)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
