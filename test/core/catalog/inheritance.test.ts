import { expect } from 'chai';
import fc from 'fast-check';
import { Medium } from '#core/catalog/media.ts';
import type { Product } from '#core/catalog/product.ts';
import type { WithdrawalExemption } from '#core/catalog/withdrawal-exemption.ts';
import { type Catalogue, openCatalogue } from './catalogue-under-test.ts';

/** What a product has itself; null or nothing of what it may have from a parent. */
type Own = Readonly<{
  tax_category: string | null;
  withdrawal_exemption: WithdrawalExemption | null;
  status: 'draft' | 'active' | 'archived' | null;
  weight: number | null;
  images: readonly string[];
}>;

type Step = Readonly<{ product: number; parent: number; patch: Partial<Own>; isMove: boolean }>;

const PARENTS = 2;
const VARIANTS = 3;

const anyOwn: fc.Arbitrary<Own> = fc.record({
  tax_category: fc.constantFrom(null, 'books', 'maps'),
  withdrawal_exemption: fc.constantFrom(null, 'custom_made', 'perishable'),
  status: fc.constantFrom(null, 'draft', 'active', 'archived'),
  weight: fc.constantFrom(null, 0, 1, 2.5),
  images: fc.constantFrom([], ['https://a.example/1'], ['https://a.example/2', 'https://a.example/1']),
});

const anyStep: fc.Arbitrary<Step> = fc.record({
  product: fc.nat(PARENTS + VARIANTS - 1),
  parent: fc.nat(PARENTS - 1),
  patch: anyOwn.chain((own) => fc.subarray(Object.entries(own)).map((entries) => Object.fromEntries(entries))),
  isMove: fc.boolean(),
});

/** What counts of the own values, on their own. */
const withDefaults = ({ status, ...own }: Own): Own => ({ status: status ?? 'active', ...own });

const withParent = (own: Own, parent: Own): Own => ({
  tax_category: own.tax_category ?? parent.tax_category,
  withdrawal_exemption: own.withdrawal_exemption ?? parent.withdrawal_exemption,
  status: own.status ?? parent.status,
  weight: own.weight ?? parent.weight,
  images: own.images.length > 0 ? own.images : parent.images,
});

const shownOf = ({ taxCategory, withdrawalExemption, status, weight, media }: Product): Own => {
  const images = Medium.urlsOf(media);
  return { tax_category: taxCategory, withdrawal_exemption: withdrawalExemption, status, weight, images };
};

describe('what variants have from their parents', () => {
  const createAll = async (catalogue: Catalogue, owns: readonly Own[], parentOf: readonly number[]) => {
    const made: Product[] = [];
    for (const [index, { status, ...own }] of owns.entries()) {
      const parent = made[parentOf[index - PARENTS] ?? PARENTS];
      const family = index < PARENTS ? {} : { parent_id: parent?.id ?? null, options: { number: `${index}` } };
      const fields = { ...own, ...(status === null ? {} : { status }), ...family };
      made.push(await catalogue.create({ name: `Product ${index}`, price: 1, ...fields }));
    }
    return made.map(({ id }) => id);
  };

  it('is what they have not themselves, after any changes of both and moves', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(anyOwn, { minLength: PARENTS + VARIANTS, maxLength: PARENTS + VARIANTS }),
        fc.array(anyStep, { maxLength: 12 }),
        async (initial, steps) => {
          const catalogue = await openCatalogue();
          const owns = [...initial];
          const parentOf = Array.from({ length: VARIANTS }, (_, index) => index % PARENTS);
          const ids = await createAll(catalogue, owns, parentOf);
          for (const { product, parent, patch, isMove } of steps) {
            const [id, own] = [ids[product], owns[product]];
            if (id === undefined || own === undefined) continue;
            const moved = product >= PARENTS && isMove ? { parent_id: ids[parent] ?? null } : {};
            if (product >= PARENTS && isMove) parentOf[product - PARENTS] = parent;
            await catalogue.change({ id, patch: { ...patch, ...moved }, expected: undefined });
            owns[product] = { ...own, ...patch };
          }
          for (const [index, id] of ids.entries()) {
            const [own, parent] = [owns[index], owns[parentOf[index - PARENTS] ?? -1]];
            if (own === undefined) throw new Error('Each product has own values.');
            const product = await catalogue.get(id);
            const expected = parent === undefined ? withDefaults(own) : withParent(own, withDefaults(parent));
            expect(shownOf(product)).to.deep.equal(expected);
            for (const variant of product.variants) {
              const { status, withdrawalExemption } = await catalogue.get(variant.id);
              expect(variant).to.include({ status, withdrawalExemption });
            }
          }
        },
      ),
      { numRuns: 60 },
    ));
});
