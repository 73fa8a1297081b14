import { expect } from 'chai';
import { createProduct, patchProduct } from '../../support/builders/resources.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const ROUNDS = 8;

onStorage('postgres', 'variants beside changes of their parent', ({ app }) => {
  const read = async (id: string) => (await app().call(`/api/products/${id}`)).json;
  const patch = async (id: string, body: object): Promise<void> => {
    const { status, text } = await patchProduct(app(), id, body);
    expect(status, text).to.equal(200);
  };
  const each = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: ROUNDS }, (_, index) => make(index)));

  it('end with what the parent has, whoever is first', async () => {
    const parent = await createProduct(app(), { tax_category: 'first', weight: 1 });
    const fields = { price: 1, parent_id: parent.id };
    const variants = await each((index) => createProduct(app(), { ...fields, options: { old: `${index}` } }));
    const last = variants[0];
    const [added] = await Promise.all([
      each((index) => createProduct(app(), { ...fields, options: { added: `${index}` } })),
      each((index) =>
        patch(parent.id, { tax_category: `tax ${index}`, weight: index, status: index % 2 === 0 ? 'draft' : 'active' }),
      ),
      ...variants.map(({ id }, index) => patch(id, { price: index + 2 })),
      each((index) => patch(last.id, index % 2 === 0 ? { weight: 7 } : { weight: null })),
    ]);
    await patch(last.id, { weight: null });
    const { tax_category, weight, status } = await read(parent.id);
    for (const { id } of [...variants, ...added]) expect(await read(id)).to.include({ tax_category, weight, status });
    const shown = (await read(parent.id)).variants as { status: string; price: number }[];
    expect(shown).to.have.length(2 * ROUNDS);
    for (const variant of shown) expect(variant.status).to.equal(status);
  });

  it('follow a parent that is younger than they are', async () => {
    const variant = await createProduct(app(), { price: 1 });
    const parent = await createProduct(app(), { tax_category: 'first' });
    await patch(variant.id, { parent_id: parent.id, options: { size: 'S' } });
    await Promise.all([
      each((index) => patch(parent.id, { tax_category: `tax ${index}` })),
      each((index) => patch(variant.id, { price: index })),
    ]);
    expect(await read(variant.id)).to.include({ tax_category: (await read(parent.id)).tax_category });
  });
});
