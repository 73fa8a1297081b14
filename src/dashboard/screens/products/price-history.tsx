import type { Schemas } from '../../api/request.ts';
import { useResource } from '../../app/use-resource.ts';
import { Chart } from '../../parts/chart.tsx';
import { amountColumn } from '../../parts/column.tsx';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { Time } from '../../parts/parts.tsx';
import { money } from '../../text/format.ts';
import { fieldLabel, t } from '../../text/text.ts';

type Product = Schemas['Product'];

/** As many prices as one page of the list has. */
const MAX_PRICES = 100;

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

/** The prices that a product has had, as a chart and as a table. */
export const PriceHistory = ({ product: { id, updated_at: updated } }: Readonly<{ product: Product }>) => {
  const state = useResource('/api/products/{id}/prices', { params: { id }, query: { limit: MAX_PRICES } }, updated);
  const prices = state.data?.data ?? [];
  const [newest] = prices;
  const drawn = prices.filter(({ currency }) => currency === newest?.currency);
  return (
    <LoadedList
      title={t().products.prices}
      state={state}
      remark={drawn.length > 1 && <PriceChart prices={drawn} />}
      keyOf={({ from }) => from}
      empty={t().products.noPrices}
      columns={[
        { name: 'from', cell: ({ from }) => <Time at={from} />, place: 'title' },
        { name: 'to', cell: ({ to }) => <Time at={to} /> },
        amountColumn('price', 'end'),
      ]}
    />
  );
};

const PriceChart = ({ prices }: Readonly<{ prices: readonly Schemas['Price'][] }>) => {
  const ascending = prices.toReversed();
  const last = ascending.at(-1);
  if (last === undefined) return null;
  // the newest price goes on until now
  const now = Math.floor(Date.now() / 1000);
  return (
    <Chart
      label={t().products.prices}
      times={[...ascending.map(({ from }) => seconds(from)), now]}
      series={[{ label: fieldLabel('price'), values: [...ascending.map(({ price }) => price), last.price] }]}
      format={(value) => money(value, last.currency)}
      isStepped
    />
  );
};
