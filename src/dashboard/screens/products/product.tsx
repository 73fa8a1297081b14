import { type Loaded, request, type Schemas } from '../../api/request.ts';
import { BASE, type ScreenProps } from '../../app/base.ts';
import { type LoadState, useLoaded } from '../../app/use-loaded.ts';
import { useRoute } from '../../app/use-route.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { ResourceForm } from '../../form/resource-form.tsx';
import { sendFixed } from '../../form/send-action.ts';
import { Amount, Badge, Code, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { t } from '../../text/text.ts';
import { Images } from './images.tsx';
import { PriceHistory } from './price-history.tsx';
import { fieldsOf, ownValues, productGroups } from './product-fields.ts';
import { Stock, StockOfVariants } from './stock.tsx';
import { Variants } from './variants.tsx';

export type Product = Schemas['Product'];

const load = (id: string, signal?: AbortSignal): Promise<Loaded<Product>> =>
  request('get', '/api/products/{id}', { params: { id }, signal });

const remove = ({ id, name }: Product): Action => ({
  label: t().common.delete,
  scope: 'products:write',
  isDanger: true,
  explanation: (
    <>
      <strong>{name}</strong>: {t().products.deleteExplained}
    </>
  ),
  run: sendFixed('delete', '/api/products/{id}', { params: { id } }),
  done: t().products.deleted,
});

/** One product: its form, images, variants, stock and prices. */
export const ProductScreen = ({ id = '' }: ScreenProps) => {
  const route = useRoute();
  const state = useLoaded(id, (signal) => load(id, signal));
  return (
    <ResourcePage
      state={state}
      parent={{ href: `${BASE}/products`, label: t().navigation.products }}
      title={({ data }) => (
        <>
          {data.name} <Badge value={data.status} />
        </>
      )}
      actions={({ data }) => <ActionButton action={remove(data)} onDone={() => route(`${BASE}/products`)} />}
    >
      {(loaded) => <ProductSections key={loaded.etag} loaded={loaded} state={state} />}
    </ResourcePage>
  );
};

const ProductSections = ({
  loaded,
  state: { reload },
}: Readonly<{ loaded: Loaded<Product>; state: LoadState<Loaded<Product>> }>) => {
  const { data: product } = loaded;
  const groups = productGroups(product);
  const own = ({ data, ...rest }: Loaded<Product>): Loaded<Product> => ({ ...rest, data: ownValues(data) });
  return (
    <>
      <Section title={t().common.overview}>
        <Facts
          facts={[
            ['price', <Amount key="price" value={product.price} currency={product.currency} />],
            ['id', <Code key="id">{product.id}</Code>],
            product.parent_id !== null && [
              'parent_id',
              <a key="parent" href={`${BASE}/products/${product.parent_id}`}>
                {product.parent_id}
              </a>,
            ],
            ['created_at', <Time key="created" at={product.created_at} />],
            ['updated_at', <Time key="updated" at={product.updated_at} />],
          ]}
        />
      </Section>
      <ResourceForm
        draft={product.id}
        fields={fieldsOf(groups)}
        groups={groups}
        loaded={own(loaded)}
        scope="products:write"
        reload={async () => own(await load(product.id))}
        save={(body, { ifMatch, idempotencyKey }) =>
          request('patch', '/api/products/{id}', { params: { id: product.id }, body, ifMatch, idempotencyKey })
        }
        onSaved={reload}
      />
      <Images loaded={loaded} onChanged={reload} />
      {product.parent_id === null && <Variants product={product} onChanged={reload} />}
      {product.variants?.length ? (
        <StockOfVariants product={product} />
      ) : (
        <Stock product={product} onChanged={reload} />
      )}
      <PriceHistory product={product} />
    </>
  );
};
