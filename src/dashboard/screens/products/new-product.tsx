import { BASE } from '../../app/base.ts';
import { useRoute } from '../../app/use-route.ts';
import { ParentLink } from '../../parts/parent-link.tsx';
import { t } from '../../text/text.ts';
import { ProductForm } from './product-form.tsx';

/** The page of a new product. */
export const NewProduct = () => {
  const route = useRoute();
  return (
    <article class="screen">
      <ParentLink href={`${BASE}/products`} label={t().navigation.products} />
      <h1>{t().productPage.newTitle}</h1>
      <ProductForm onSaved={(id) => route(`${BASE}/products/${id}`, true)} />
    </article>
  );
};
