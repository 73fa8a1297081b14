import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useListState } from '../../list/list-state.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { number } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import { stockOf } from './stock-of.ts';

type Product = Schemas['Product'];

/** Upper bound of the low variants in a row; the page of the product shows all. */
const MAX_VARIANTS = 20;

/** The stock in the list of products; in that of products low in stock, which variants are low. */
export const StockCell = ({ product }: Readonly<{ product: Product }>) => {
  const isLowList = useListState().valuesOf('low_stock')[0] === 'true';
  const stock = stockOf(product);
  const count = product.variants?.length ?? 0;
  return (
    <>
      {stock !== null && (
        <>
          <span class="off-phones">{number(stock)}</span>
          <span class="on-phones">{fill(t().products.inStock, { count: number(stock) })}</span>
        </>
      )}
      {count > 0 && <p class="muted">{fill(t().products.ofVariants, { count })}</p>}
      {count > 0 && isLowList && <LowVariants id={product.id} />}
    </>
  );
};

/** The variants of which little is left. Each has a threshold of its own, which the list does not show. */
const LowVariants = ({ id }: Readonly<{ id: string }>) => {
  const { data, error, reload } = useLoaded(id, async (signal) => {
    const query = { parent_id: id, low_stock: true, limit: MAX_VARIANTS };
    return (await request('get', '/api/products', { query, signal })).data.data;
  });
  if (error) return <ProblemNotice error={error} retry={reload} />;
  return (
    <ul>
      {data?.map((variant) => (
        <li key={variant.id}>
          <a href={`${BASE}/products/${variant.id}`}>{Object.values(variant.options).join(', ') || variant.name}</a>:{' '}
          {number(stockOf(variant) ?? 0)}
        </li>
      ))}
    </ul>
  );
};
