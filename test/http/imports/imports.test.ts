import { expect } from 'chai';
import { CSV, countsOf, csvOf, importFile, NDJSON, ndjsonOf, productOf } from '../../support/builders/imports.ts';
import { createProduct } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('imports', ({ app }) => {
  const eventsOf = async (id: string): Promise<string[]> => {
    const { json } = await app().call('/api/events?type=product.*&limit=100');
    const events: { type: string; data: { id: string } }[] = json.data;
    return events.flatMap(({ type, data }) => (data.id === id ? [type] : [])).sort();
  };

  it('create products from CSV and return the import', async () => {
    const file = csvOf(
      'sku,name,price,currency,category,stock,images,attributes.colour,attributes,metadata'.replace(
        ',attributes,',
        ',',
      ),
      'C-1,"Linen ""summer"" shirt",19.90,EUR,Shirts,3,https://a.example/1 https://a.example/2,blue,"{""a"":""1""}"',
      'C-2,"Two\r\nlines",5,,,,,,',
    );
    const reply = await importFile(app(), file);
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.json).to.include({ object: 'import', status: 'completed', format: 'csv', on_error: 'stop' });
    expect(countsOf(reply.json)).to.deep.equal({ rows: 2, created: 2, updated: 0, unchanged: 0, failed: 0 });
    expect(reply.json.errors).to.deep.equal([]);
    expect(await productOf(app(), 'C-1')).to.deep.include({
      name: 'Linen "summer" shirt',
      price: 19.9,
      currency: 'EUR',
      category: 'Shirts',
      stock: 3,
      images: ['https://a.example/1', 'https://a.example/2'],
      attributes: { colour: 'blue' },
      metadata: { a: '1' },
      version: 1,
    });
    const second = await productOf(app(), 'C-2');
    expect(second).to.deep.include({ name: 'Two\r\nlines', price: 5, currency: 'USD', category: null, attributes: {} });
    expect(await eventsOf(second.id)).to.deep.equal(['product.created']);
    const shown = await app().call(`/api/imports/${reply.json.id}`);
    expect(shown.json).to.deep.equal(reply.json);
  });

  it('leave fields of missing columns, reset those of empty cells, and write nothing for unchanged rows', async () => {
    const fields = { name: 'a', price: 1, description: 'kept', stock: 5, attributes: { a: '1', b: '2' } };
    const { id } = await createProduct(app(), { ...fields, sku: 'U-1', category: 'Old' });
    const rows = csvOf('sku,name,category,attributes.a', 'U-1,new,,');
    const counts = countsOf((await importFile(app(), rows)).json);
    expect(counts).to.deep.equal({ rows: 1, created: 0, updated: 1, unchanged: 0, failed: 0 });
    const changed = await productOf(app(), 'U-1');
    expect(changed).to.deep.include({ ...fields, name: 'new', category: null, attributes: { b: '2' }, version: 2 });
    expect(countsOf((await importFile(app(), rows)).json)).to.include({ unchanged: 1 });
    expect(await productOf(app(), 'U-1')).to.deep.equal(changed);
    expect(await eventsOf(id)).to.deep.equal(['product.created', 'product.updated']);
  });

  it('find and create the categories of paths', async () => {
    const { category_id: id } = await createProduct(app(), { category: 'Shoes > Boots' });
    const { json } = await importFile(
      app(),
      csvOf('sku,name,price,category', 'P-1,a,1,shoes>BOOTS', 'P-2,a,1,Shoes > Clogs'),
    );
    expect(json.status, JSON.stringify(json)).to.equal('completed');
    expect((await productOf(app(), 'P-1')).category_id).to.equal(id);
    expect((await productOf(app(), 'P-2')).category).to.equal('Clogs');
  });

  it('take NDJSON rows as merge patches by id or sku', async () => {
    const { id } = await createProduct(app(), { name: 'a', price: 1, sku: 'N-1', attributes: { a: '1', b: '2' } });
    const rows = ndjsonOf(
      { id, price: 2.5, attributes: { a: null, c: '3' } },
      { sku: 'N-2', name: 'new', price: 3, stock_delta: 4 },
      { sku: 'N-2', stock_delta: 4, description: null },
    );
    const { json } = await importFile(app(), rows, { type: NDJSON });
    expect(json.status, JSON.stringify(json)).to.equal('completed');
    expect(countsOf(json)).to.deep.equal({ rows: 3, created: 1, updated: 2, unchanged: 0, failed: 0 });
    expect(await productOf(app(), 'N-1')).to.deep.include({ price: 2.5, attributes: { b: '2', c: '3' } });
    expect(await productOf(app(), 'N-2')).to.include({ stock: 8, version: 2 });
  });

  it('stop at an invalid row, keep the rows before it, and continue after the file was corrected', async () => {
    const lines = ['sku,name,price,stock_delta', 'S-1,a,1,5', 'S-2,b,1.005,5', 'S-3,c,1,5'];
    const { json } = await importFile(app(), csvOf(...lines), { key: 'stopped' });
    expect(json).to.include({ status: 'stopped' });
    expect(countsOf(json)).to.deep.equal({ rows: 1, created: 1, updated: 0, unchanged: 0, failed: 1 });
    const message = 'must have at most 2 decimals in USD';
    expect(json.errors).to.deep.equal([{ line: 3, field: 'price', code: 'number.precision', message }]);
    expect(await productOf(app(), 'S-3')).to.equal(undefined);
    const corrected = csvOf(...lines).replace('1.005', '1.05');
    const { json: resumed, headers } = await importFile(app(), corrected, { key: 'stopped' });
    expect(resumed).to.include({ id: json.id, status: 'completed' });
    expect(countsOf(resumed)).to.deep.equal({ rows: 3, created: 3, updated: 0, unchanged: 0, failed: 0 });
    expect(headers.get('idempotency-replayed')).to.equal(null);
    expect((await productOf(app(), 'S-1')).stock).to.equal(5);
    const again = await importFile(app(), corrected, { key: 'stopped' });
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    expect(again.json).to.deep.equal(resumed);
    for (const other of [
      corrected.replace('S-1,a', 'S-1,x'),
      `${corrected}S-4,d,1,5\r\n`,
      csvOf(...lines.slice(0, 2)),
    ]) {
      expectProblem(await importFile(app(), other, { key: 'stopped' }), 422, 'idempotency_key_reused');
    }
    expectProblem(await importFile(app(), '', { key: 'stopped', type: NDJSON }), 422, 'idempotency_key_reused');
  });

  it('continue after invalid rows if asked to, with one error for each', async () => {
    const lines = [
      'sku,name,price,stock,stock_delta,id',
      'E-1,a,1e2,,,',
      'E-2,b,١٢,,,',
      'E-3,c,-1,,,',
      'E-4,,1,,,',
      'E-5,e,1,5,1,',
      'E-6,f,1',
      ',g,1,,,',
      'E-8,h,1,x,,',
      ',i,1,,,prod_01h455vb4pex5vsknk084sn02q',
      'E-10,j,1,,-1,',
      'E-11,k,1,,,',
      'E-11,k,1,,1,',
    ];
    const { json } = await importFile(app(), csvOf(...lines), { query: '?on_error=continue' });
    expect(json.status).to.equal('completed');
    expect(countsOf(json)).to.deep.equal({ rows: 12, created: 1, updated: 0, unchanged: 0, failed: 11 });
    const shown = json.errors.map(({ line, field }: Record<string, unknown>) => `${line} ${field}`);
    expect(shown).to.deep.equal([
      '2 price',
      '3 price',
      '4 price',
      '5 name',
      '6 stock_delta',
      '7 null',
      '8 sku',
      '9 stock',
      '10 id',
      '11 stock_delta',
      '13 stock_delta',
    ]);
    expect(json.errors[0].message).to.equal('must be a number in digits with a point, such as 19.99');
    expect(await productOf(app(), 'E-11')).to.include({ name: 'k', stock: null });
  });

  it('reject a SKU of another product and keep the good rows', async () => {
    const { id } = await createProduct(app(), { name: 'a', price: 1, sku: 'D-1' });
    await createProduct(app(), { name: 'a', price: 1, sku: 'D-2' });
    const rows = ndjsonOf({ id, sku: 'D-2' }, { id, sku: 'D-3' }, { sku: 'D-1', name: 'new', price: 1 });
    const { json } = await importFile(app(), rows, { type: NDJSON, query: '?on_error=continue' });
    expect(json.errors).to.deep.equal([
      { line: 1, field: 'sku', code: 'any.unique', message: 'is already used by another product' },
    ]);
    expect(countsOf(json)).to.include({ created: 1, updated: 1, failed: 1 });
  });

  it('keep what they stored before an unreadable line', async () => {
    for (const [what, line, error] of [
      ['an open quote', 'Q-2,"b,1', /quote that is not closed/],
      ['text after a quote', 'Q-2,"b"x,1', /after a closing quote/],
      ['a quote in a cell', 'Q-2,b"x,1', /quote within a cell/],
      ['Latin-1 after UTF-8', Buffer.from('Q-2,\xe9,1', 'latin1'), /must be UTF-8 as the lines before it/],
      ['a long line', `Q-2,${'x'.repeat(1_048_577)},1`, /at most 1 MiB/],
    ] as const) {
      const file = Buffer.concat([
        Buffer.from(csvOf('sku,name,price', 'Q-1,é,1')),
        Buffer.from(line),
        Buffer.from('\r\n'),
      ]);
      const { json } = await importFile(app(), file, { query: '?on_error=continue' });
      expect(json.status, what).to.equal('failed');
      expect(countsOf(json), what).to.include({ rows: 1, failed: 1 });
      expect(json.errors[0], what).to.include({ line: 3, field: null });
      expect(json.errors[0].message, what).to.match(error);
    }
  });

  it('are rejected for an invalid header and store nothing', async () => {
    const count = async () => (await app().call('/api/imports?include_total=true')).json.total;
    const before = await count();
    for (const [file, paths] of [
      ['', ['/1']],
      ['sku,name,sku', ['/1/sku']],
      ['sku,attributes,attributes.a', ['/1/attributes.a']],
      ['price,stock', ['/1']],
      ['Shop export of 2026', ['/1']],
      [Buffer.from('PK\u0003\u0004…'), ['/1']],
      [Array.from({ length: 1_001 }, (_, index) => `column ${index}`).join(','), ['/1']],
      ['"sku', ['/1']],
      [Buffer.from([0xe9, 0x0a]), ['/1']],
    ] as const) {
      const problem = expectProblem(await importFile(app(), file), 422, 'validation_failed');
      expect(errorPathsOf(problem), String(file)).to.deep.equal(paths);
      expect(problem.detail).to.match(/^line 1: /);
    }
    expect(await count()).to.equal(before);
  });

  it('accept UTF-8 with a byte order mark, empty lines and either line break', async () => {
    const file = '\ufeffsku,name,price\n\nB-1,Größe,1\r\n\r\nB-2,b,1';
    expect(countsOf((await importFile(app(), file)).json)).to.include({ rows: 2, created: 2 });
    expect(await productOf(app(), 'B-1')).to.include({ name: 'Größe' });
    const lines = `\ufeff${ndjsonOf({ sku: 'B-1', price: 2 })}\r\n{"sku": "B-2", "price": 3}`;
    expect(countsOf((await importFile(app(), lines, { type: NDJSON })).json)).to.include({ rows: 2, updated: 2 });
  });

  it('keep all rows before the invalid last one of a long file, and say how many', async () => {
    const rows = (name: string): string[] => Array.from({ length: 14_999 }, (_, index) => `${name}-${index},a,1`);
    for (const [onError, status] of [
      ['stop', 'stopped'],
      ['continue', 'completed'],
    ] as const) {
      const file = csvOf('sku,name,price', ...rows(onError), `${onError}-LAST,a,1.005`);
      const { json } = await importFile(app(), file, { query: `?on_error=${onError}` });
      const counts = { created: 14_999, updated: 0, unchanged: 0, failed: 1 };
      expect(json.status).to.equal(status);
      expect(countsOf(json)).to.deep.equal({ rows: onError === 'stop' ? 14_999 : 15_000, ...counts });
      const message = 'must have at most 2 decimals in USD';
      expect(json.errors).to.deep.equal([{ line: 15_001, field: 'price', code: 'number.precision', message }]);
      expect(await productOf(app(), `${onError}-14998`)).to.include({ price: 1 });
      expect(await productOf(app(), `${onError}-LAST`)).to.equal(undefined);
    }
  });

  it('name the line of JSON that is invalid', async () => {
    const lines = ['{"sku": "J-1", "name": "a", "price": 1}', '{"sku": ', '[1]', '{"sku": "J-2", "descripton": "a"}'];
    const file = `${lines.join('\n')}\n{"sku": "J-3", "sku": "J-4"}`;
    const { json } = await importFile(app(), file, { type: NDJSON, query: '?on_error=continue' });
    expect(countsOf(json)).to.include({ rows: 5, created: 1, failed: 4 });
    const shown = json.errors.map(({ line, field }: Record<string, unknown>) => `${line} ${field}`);
    expect(shown).to.deep.equal(['2 null', '3 null', '4 descripton', '5 sku']);
    expect(json.errors[2].message).to.contain('did you mean description?');
  });

  it('store nothing as a dry run, the import neither', async () => {
    const file = csvOf('sku,name,price', 'DRY-1,a,1', 'DRY-2,b,x');
    const { json } = await importFile(app(), file, { query: '?dry_run=true' });
    expect(json).to.deep.include({
      status: 'stopped',
      dry_run: true,
      emits: ['product.created'],
      created: 1,
      failed: 1,
    });
    expect(await productOf(app(), 'DRY-1')).to.equal(undefined);
    expectProblem(await app().call(`/api/imports/${json.id}`), 404, 'not_found');
  });

  it('are listed without their errors and their file, and recorded in the audit log with their caller', async () => {
    const { json } = await importFile(app(), csvOf('sku,name', 'L-1,a'));
    expect(json.errors).to.have.length(1);
    const { data } = (await app().call('/api/imports?status=stopped&limit=1')).json;
    const { errors: _errors, warnings: _warnings, file: _file, ...summary } = json;
    expect(data).to.deep.equal([summary]);
    const entries = (await app().call(`/api/audit_log?resource_id=${json.id}`)).json.data;
    const shown = entries.map(({ action, actor, after }: Record<string, Record<string, unknown>>) => [
      action,
      actor?.['kind'],
      after?.['rows'],
    ]);
    expect(shown).to.deep.equal([
      ['import.stopped', 'api_key', 0],
      ['import.started', 'api_key', 0],
    ]);
  });

  it('create variants of products of earlier rows, which show them', async () => {
    const file = csvOf(
      'sku,name,price,stock,parent_sku,options.size',
      'V-1,Jacket,80,,,',
      'V-1-S,Jacket S,80,1,V-1,S',
      'V-1-M,Jacket M,90,2,V-1,M',
      'V-1-X,Jacket X,90,2,V-1,m',
      'V-1-Y,Jacket Y,90,2,V-none,L',
    );
    const { json } = await importFile(app(), file, { query: '?on_error=continue' });
    expect(countsOf(json), JSON.stringify(json.errors)).to.include({ created: 3, failed: 2 });
    const shown = json.errors.map(({ line, field }: Record<string, unknown>) => `${line} ${field}`);
    expect(shown).to.deep.equal(['5 options', '6 parent_sku']);
    const parent = await productOf(app(), 'V-1');
    expect(parent).to.include({ price_min: 80, price_max: 90, version: 3, available: true });
    expect(parent.variants.map(({ sku }: { sku: string }) => sku)).to.deep.equal(['V-1-S', 'V-1-M']);
    const sold = await importFile(app(), csvOf('sku,stock_delta', 'V-1-S,-1', 'V-1-M,-2'));
    expect(countsOf(sold.json)).to.include({ updated: 2 });
    expect(await productOf(app(), 'V-1')).to.include({ available: false });
    const exported = (await app().call('/api/products/export?sku=V-1', { headers: { Accept: CSV } })).text;
    expect(exported.split('\r\n')).to.have.length(5);
    expect(countsOf((await importFile(app(), exported)).json)).to.include({ rows: 3, unchanged: 3 });
  });

  it('take rows of a thousand and more in batches', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => `M-${index},name ${index},${index}.5`);
    const { json } = await importFile(app(), csvOf('sku,name,price', ...rows));
    expect(countsOf(json), JSON.stringify(json.errors)).to.include({ rows: 2_500, created: 2_500 });
    expect(await productOf(app(), 'M-2499')).to.include({ name: 'name 2499', price: 2499.5 });
  });

  it('need the scope to write products, and a known media type', async () => {
    const reply = await app().call('/api/products/import', {
      method: 'POST',
      body: '',
      key: null,
      headers: { 'Content-Type': CSV },
    });
    expectProblem(reply, 401, 'authentication_required');
    expectProblem(await importFile(app(), '{}', { type: 'application/json' }), 415, 'unsupported_media_type');
    expectProblem(await importFile(app(), '', { query: '?on_error=x' }), 400, 'invalid_parameter');
    expectProblem(await app().call('/api/imports', { key: null }), 401, 'authentication_required');
  });
});
