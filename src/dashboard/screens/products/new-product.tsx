import { type ResultOf, request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { useRoute } from '../../app/use-route.ts';
import { ResourceForm } from '../../form/resource-form.tsx';
import { ParentLink } from '../../parts/parent-link.tsx';
import { t } from '../../text/text.ts';
import { fieldsOf, newProductGroups } from './product-fields.ts';

/** The form of a new product. */
export const NewProduct = () => {
  const route = useRoute();
  const groups = newProductGroups();
  return (
    <article class="screen">
      <ParentLink href={`${BASE}/products`} label={t().navigation.products} />
      <h1>{t().products.create}</h1>
      <ResourceForm
        draft="products/new"
        fields={fieldsOf(groups)}
        groups={groups}
        initial={{ status: 'draft', weight_unit: 'g' }}
        submitLabel={t().products.create}
        scope="products:write"
        save={async (body, { idempotencyKey }) =>
          (await request('post', '/api/products', { body: body as Schemas['ProductInput'], idempotencyKey })).data
        }
        onSaved={(product) => route(`${BASE}/products/${(product as ResultOf<'/api/products', 'post'>).id}`, true)}
        onCancel={() => route(`${BASE}/products`)}
      />
    </article>
  );
};
