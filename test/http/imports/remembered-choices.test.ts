import { expect } from 'chai';
import { csvOf, importFile, NDJSON, productOf } from '../../support/builders/imports.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const MAPPING = JSON.stringify({ Code: 'sku', What: 'name', Amount: 'price', Note: null });

const queryOf = (parameters: Readonly<Record<string, string>>): string => `?${new URLSearchParams(parameters)}`;

onService('what is remembered of files', ({ app }) => {
  let count = 0;
  /** A file of a supplier, each time with another product. */
  const deliver = async (parameters: Readonly<Record<string, string>>, header = 'Code;What;Amount;Note') => {
    count += 1;
    const sku = `WEEK-${count}`;
    const reply = await importFile(app(), csvOf(header, `${sku};Hat;1.290;x`), { query: queryOf(parameters) });
    return { ...reply, sku };
  };
  const price = async (sku: string): Promise<number | undefined> => (await productOf(app(), sku))?.price;
  const remember = () => deliver({ mapping: MAPPING, decimal: ',', remember: 'true' });

  it('is how the next file with the same columns is read', async () => {
    const first = await remember();
    expect(first.json).to.include({ created: 1, failed: 0 });
    expect(first.json.file).not.to.have.property('remembered');
    const next = await deliver({});
    expect(next.json).to.include({ created: 1, failed: 0 });
    expect(next.json.file).to.deep.equal({ ...first.json.file, remembered: true });
    expect([await price(first.sku), await price(next.sku)]).to.deep.equal([1_290, 1_290]);
    const { data } = (await app().call(`/api/audit_log?resource_id=${first.json.id}&action=import.started`)).json;
    expect(data[0].after).to.include({ remember: true });
  });

  it('is found by a dry run, which changes nothing of it', async () => {
    await remember();
    const tried = await deliver({ dry_run: 'true', remember: 'false' });
    expect(tried.status).to.equal(422);
    expect((await deliver({ dry_run: 'true', decimal: '.', remember: 'true' })).json).to.include({ created: 1 });
    const next = await deliver({ dry_run: 'true' });
    expect(next.json.file.remembered).to.equal(true);
    const stored = await deliver({});
    expect(await price(stored.sku)).to.equal(1_290);
  });

  it('is less than what is said now, which is remembered only if that is said, too', async () => {
    await remember();
    const once = await deliver({ decimal: '.', mapping: JSON.stringify({ Note: 'attributes.note' }) });
    expect(await productOf(app(), once.sku)).to.deep.include({ price: 1.29, attributes: { note: 'x' } });
    expect(await price((await deliver({})).sku)).to.equal(1_290);
    await deliver({ decimal: '.', remember: 'true' });
    expect(await price((await deliver({})).sku)).to.equal(1.29);
    // another preset reads its own columns
    expect((await deliver({ preset: 'shopify' })).status).to.equal(422);
  });

  it('is forgotten by request, and by files with other columns', async () => {
    await remember();
    const other = await deliver({}, 'Code;What;Amount;Remark');
    expectProblem(other, 422, 'validation_failed');
    const forgetting = await deliver({ remember: 'false', mapping: MAPPING, decimal: ',' });
    expect(forgetting.json).to.include({ created: 1 });
    expectProblem(await deliver({}), 422, 'validation_failed');
  });

  it('needs columns', async () => {
    for (const type of [NDJSON, 'application/xml']) {
      const reply = await importFile(app(), '{"sku": "X"}\n', { type, query: '?remember=true' });
      expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal(['/remember']);
    }
    expect((await deliver({ remember: 'maybe' })).status).to.equal(400);
  });
});
