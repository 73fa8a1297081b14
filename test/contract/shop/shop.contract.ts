import { expect } from 'chai';
import type { Change } from '#core/shared/signals.ts';
import { SHOP_ID, Shop, type ShopFields } from '#core/shop/shop.ts';
import type { Work } from '#core/storage.ts';
import { aLargeUser, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

const LARGE: ShopFields = {
  name: 'Linen "&" 𝒜',
  legal_name: 'Linen GmbH',
  address: aLargeUser().addresses[1] ?? null,
  tax_id: 'DE123456789',
  email: 'hello@shop.example',
  logo_url: 'https://shop.example/logo.png',
  time_zone: 'Europe/Berlin',
  withdrawal_notice: '𝒜 "&"\n'.repeat(1_500),
};

export const shopContract = (name: string, open: OpenStorage): void => {
  describe(`the shop on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const change = (fields: ShopFields): Promise<Shop> =>
      run(async (tx) => {
        const changed = Shop.change(await tx.shop.get(), fields, noonPlus(1));
        await tx.shop.save(changed);
        return changed;
      });

    it('exists from the beginning, with its defaults', async () => {
      const shop = await run((tx) => tx.shop.get());
      expect(shop).to.deep.equal(Shop.initial(shop.createdAt));
      expect(await storage().shopQueries.get()).to.deep.equal(shop);
    });

    it('is stored with every field and with none', async () => {
      for (const fields of [LARGE, {}]) {
        const changed = await change(fields);
        expect(await run((tx) => tx.shop.get())).to.deep.equal(changed);
        expect(await storage().shopQueries.get()).to.deep.equal(changed);
      }
    });

    it('rejects a change of a stale version', async () => {
      const shop = await run((tx) => tx.shop.get());
      await change({ name: 'First' });
      const attempt = run((tx) => tx.shop.save(Shop.change(shop, { name: 'Second' }, noonPlus(2))));
      expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'conflict' });
      expect((await storage().shopQueries.get()).name).to.equal('First');
    });

    it('loses no concurrent change, and announces each', async () => {
      const changes: Change[] = [];
      storage().referenceDataChanges.subscribe((announced) => changes.push(announced));
      const { version } = await storage().shopQueries.get();
      await Promise.all(Array.from({ length: 5 }, (_, index) => change({ name: `Shop ${index}` })));
      expect((await storage().shopQueries.get()).version).to.equal(version + 5);
      expect(changes).to.deep.include({ kind: 'changed', id: SHOP_ID });
    });
  });
};
