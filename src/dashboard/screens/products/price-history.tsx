import { request, type Schemas } from '../../api/request.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Chart } from '../../parts/chart.tsx';
import { Amount, Section, Time } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { money } from '../../text/format.ts';
import { fieldLabel, t } from '../../text/text.ts';

type Product = Schemas['Product'];

/** As many prices as one page of the list has. */
const MAX_PRICES = 100;

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

/** The prices that a product has had, as a chart and as a table. */
export const PriceHistory = ({ product: { id, updated_at: updated } }: Readonly<{ product: Product }>) => {
  const { data, error, reload } = useLoaded(`${id} ${updated}`, async (signal) => {
    const query = { limit: MAX_PRICES };
    return (await request('get', '/api/products/{id}/prices', { params: { id }, query, signal })).data;
  });
  const prices = data?.data ?? [];
  const [newest] = prices;
  return (
    <Section title={t().products.prices}>
      {error && <ProblemNotice error={error} retry={reload} />}
      {newest && prices.length > 1 && (
        <PriceChart prices={prices.filter((each) => each.currency === newest.currency)} />
      )}
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{fieldLabel('from')}</th>
            <th scope="col">{fieldLabel('to')}</th>
            <th scope="col" class="numeric">
              {fieldLabel('price')}
            </th>
          </tr>
        </thead>
        <tbody>
          {prices.map((price) => (
            <tr key={price.from}>
              <td>
                <Time at={price.from} />
              </td>
              <td>
                <Time at={price.to} />
              </td>
              <td class="numeric">
                <Amount value={price.price} currency={price.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
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
