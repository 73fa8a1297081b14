import { expect } from 'chai';
import { makeReportBusiness } from '#core/analytics/use-cases/report-business.ts';
import { Product } from '#core/catalog/product.ts';
import { Variant } from '#core/catalog/variant.ts';
import { aProduct, changed, noonPlus, USD } from '../../support/builders/builders.ts';
import { countAll, reportDeps } from '../../support/builders/counted-figures.ts';
import { type OrderHistory, orderOf, storeSale } from '../../support/builders/sales-history.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** An order of one unit, paid in March 2025. */
const SOLD: OrderHistory = {
  createdAt: new Date('2025-03-10T12:00:00Z'),
  currency: USD,
  userId: null,
  email: null,
  country: 'DE',
  lines: [{ price: 1000, quantity: 1, cancelled: 0, taxRate: null, discount: 0, category: null, product: 1 }],
  shipping: 0,
  pricesIncludeTax: true,
  captures: [{ at: new Date('2025-03-10T12:30:00Z'), share: 100, refunds: [] }],
};

export const unsoldProductsContract = (name: string, open: OpenStorage): void => {
  describe(`unsold products on ${name}`, () => {
    const storage = useStorage(open);

    const unsold = async (from: string, to: string, currency = 'USD'): Promise<number> => {
      const report = await makeReportBusiness(reportDeps(storage()))({ from, to, currency });
      return report.products_never_sold;
    };

    const sell = async ({ id: productId }: Product): Promise<void> => {
      const order = orderOf(SOLD);
      const items = order.items.map((item) => ({ ...item, productId }));
      await storage().unitOfWork.run(storeSale({ ...order, items }, SOLD));
    };

    it('are all before anything is counted', async () => {
      expect(await unsold('2025-01-01', '2026-01-01')).to.equal(0);
      await storage().unitOfWork.run((tx) => tx.products.add(aProduct()));
      expect(await unsold('2025-01-01', '2026-01-01')).to.equal(1);
    });

    it('are products and variants on sale without units in the range, by currency', async () => {
      const before = await unsold('2025-01-01', '2026-01-01');
      const [sold, removed, kept] = [aProduct(), aProduct(), aProduct()];
      const others = [
        aProduct({ status: 'draft' }),
        aProduct({ status: 'archived' }),
        aProduct({ currency: 'JPY', price: 20 }),
      ];
      const parent = aProduct();
      const variants = ['S', 'M'].map((size) => aProduct({ parent_id: parent.id, options: { size } }));
      const hidden = {
        ...aProduct({ parent_id: others[0]?.id ?? null, options: { size: 'S' } }),
        isParentActive: false,
      };
      await storage().unitOfWork.run(async (tx) => {
        for (const product of [sold, removed, kept, ...others, parent, ...variants, hidden])
          await tx.products.add(product);
        await tx.products.save(Product.withVariants(parent, variants.map(Variant.of), noonPlus(1)));
      });
      for (const product of [sold, removed, variants[0]]) if (product !== undefined) await sell(product);
      await storage().unitOfWork.run((tx) => tx.products.save(changed(removed, { status: 'archived' })));
      await countAll(storage());
      // the kept one, and a variant
      expect(await unsold('2025-01-01', '2026-01-01')).to.equal(before + 2);
      expect(await unsold('2025-03-10T12:15:00Z', '2025-03-10T12:31:00Z')).to.equal(before + 2);
      expect(await unsold('2025-03-10T12:31:00Z', '2025-04-01')).to.equal(before + 4);
      expect(await unsold('2025-01-01', '2026-01-01', 'JPY')).to.equal(1);
    });
  });
};
