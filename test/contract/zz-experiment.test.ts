import { openPostgresStorage } from '../support/postgres-storage.ts';
import { aProduct, changed, aCategory } from '../support/builders.ts';
describe('exp', () => {
  it('random', async function () {
    this.timeout(60000);
    const s = await openPostgresStorage();
    const products = Array.from({length: 6}, () => aProduct({stock: 0}));
    for (const p of products) await s.unitOfWork.run((tx) => tx.products.add(p));
    for (let round = 0; round < 5; round++) {
      const t = performance.now();
      const out = await Promise.allSettled(Array.from({length: 20}, () => {
        const chosen = [...products].sort(() => Math.random() - 0.5).slice(0, 3);
        return s.unitOfWork.run(async (tx) => { for (const {id} of chosen) { const p = await tx.products.get(id); await tx.products.save(changed(p, {stock: (p.stock ?? 0) + 1})); } });
      }));
      console.log(performance.now() - t, out.filter(o => o.status === 'rejected').map((o: any) => o.reason.code + ' ' + o.reason.message + ' ' + o.reason.cause?.code));
    }
    await s.close();
  });
  it('cats', async function () {
    this.timeout(60000);
    const s = await openPostgresStorage();
    const t = performance.now();
    const out = await Promise.allSettled(Array.from({length: 6}, (_, i) => s.unitOfWork.run(async (tx) => {
      const names = ['a', 'b', 'c'];
      for (const n of i % 2 ? names : names.reverse()) { await tx.categories.ensure(aCategory(n)); await new Promise(r => setTimeout(r, 50)); }
    })));
    console.log(performance.now() - t, out.filter(o => o.status === 'rejected').map((o: any) => o.reason.code + ' ' + o.reason.message + ' ' + o.reason.cause?.code));
    await s.close();
  });
  it('dup then read', async function () {
    const s = await openPostgresStorage();
    await s.unitOfWork.run((tx) => tx.products.add(aProduct({sku: 'a'})));
    await s.unitOfWork.run(async (tx) => { await tx.products.add(aProduct({sku: 'a'})); await tx.categories.ensure(aCategory('n')); }).catch((e) => console.log(e.code, e.message));
    await s.unitOfWork.run(async (tx) => { await tx.products.add(aProduct({sku: 'a'})); await tx.products.get(aProduct().id); }).catch((e) => console.log(e.code, e.message));
    const p = aProduct(); 
    await s.unitOfWork.run((tx) => tx.products.add(p));
    await s.unitOfWork.run((tx) => tx.products.save({...p, version: 2}));
    console.log('version', (await s.unitOfWork.run((tx) => tx.products.get(p.id))).version);
    await s.close();
  });
});
