import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { type Loaded, request, type Schemas } from '../../api/request.ts';
import { BASE, type ScreenProps } from '../../app/base.ts';
import { type LoadState, useLoaded } from '../../app/use-loaded.ts';
import { useRoute } from '../../app/use-route.ts';
import { type Action, ActionButton } from '../../form/action-button.tsx';
import { sendFixed } from '../../form/send-action.ts';
import { Badge, Facts, Section, Time } from '../../parts/parts.tsx';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { CopiedId } from '../../parts/short-id.tsx';
import { t } from '../../text/text.ts';
import { PriceHistory } from './price-history.tsx';
import { ProductForm } from './product-form.tsx';
import { publishVariants } from './save-product.ts';
import { Stock } from './stock.tsx';
import { VariantPanel } from './variant-panel.tsx';

type Product = Schemas['Product'];

const loadProduct = (id: string, signal?: AbortSignal): Promise<Loaded<Product>> =>
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

const publishAll = ({ id }: Product): Action => ({
  label: t().productPage.publishAll,
  scope: 'products:write',
  explanation: t().productPage.nothingOrderableExplained,
  run: () => publishVariants(id),
  done: t().productPage.published,
});

/** Whether a product on sale sells nothing, since none of its variants is active. */
const sellsNothing = ({ status, variants = [] }: Product): boolean =>
  status === 'active' && variants.length > 0 && variants.every((variant) => variant.status !== 'active');

/** One product: its form with its images and variants, its stock and its prices. */
export const ProductScreen = ({ id = '' }: ScreenProps) => {
  const route = useRoute();
  const { query } = useLocation();
  const state = useLoaded(id, (signal) => loadProduct(id, signal));
  const [opened, setOpened] = useState(query['variant']);
  const parentId = state.data?.data.parent_id ?? null;
  // a variant is shown on the page of its product
  useEffect(() => {
    if (parentId !== null) route(`${BASE}/products/${parentId}?variant=${id}`, true);
  }, [parentId]);
  useEffect(() => setOpened(query['variant']), [id]);
  if (parentId !== null) return null;
  return (
    <>
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
        {(loaded) => <ProductSections loaded={loaded} state={state} onOpenVariant={setOpened} />}
      </ResourcePage>
      {opened !== undefined && state.data && (
        <VariantPanel key={opened} id={opened} onChanged={state.reload} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
};

type SectionsProps = Readonly<{
  loaded: Loaded<Product>;
  state: LoadState<Loaded<Product>>;
  onOpenVariant: (id: string) => void;
}>;

const ProductSections = ({ loaded, state: { reload }, onOpenVariant }: SectionsProps) => {
  const { data: product } = loaded;
  return (
    <>
      {sellsNothing(product) && (
        <div class="restored" role="status">
          <span>{t().productPage.nothingOrderable}</span>
          <ActionButton action={publishAll(product)} onDone={reload} />
        </div>
      )}
      <ProductForm
        loaded={loaded}
        read={() => loadProduct(product.id)}
        onSaved={reload}
        onOpenVariant={onOpenVariant}
      />
      {!product.variants?.length && <Stock product={product} onChanged={reload} />}
      <PriceHistory product={product} />
      <Section title={t().common.overview}>
        <Facts
          facts={[
            ['id', <CopiedId key="id" id={product.id} />],
            ['created_at', <Time key="created" at={product.created_at} />],
            ['updated_at', <Time key="updated" at={product.updated_at} />],
          ]}
        />
      </Section>
    </>
  );
};
