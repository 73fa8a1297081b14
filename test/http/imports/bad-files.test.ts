import { expect } from 'chai';
import { CSV, countsOf, csvOf } from '../../support/builders/imports.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('imports of files that are not as expected', ({ app }) => {
  const send = (resource: string, body: string | Uint8Array, query = ''): Promise<Reply> =>
    app().call(`/api/${resource}/import?on_error=continue${query}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': CSV },
    });

  const columnsOf = ({ json }: Reply): string[] =>
    json.file.columns.map(({ column, field }: { column: string; field: string | null }) => `${column} ${field}`);

  const headerErrorOf = async (resource: string, body: string | Uint8Array): Promise<Reply['json']> => {
    const refused = await send(resource, body);
    expectProblem(refused, 422, 'validation_failed');
    return refused.json.errors[0];
  };

  it('leave out columns that have the names of what every object has', async () => {
    const products = await send(
      'products',
      csvOf('Artikelnummer;Bezeichnung;Preis;constructor;__proto__', 'A;B;1;x;y'),
    );
    expect(products.status, products.text).to.equal(200);
    expect(columnsOf(products).slice(3)).to.deep.equal(['constructor null', '__proto__ null']);
    const users = await send('users', csvOf('email,toString,metadata.__proto__', 'ada@example.com,x,y'));
    expect(columnsOf(users)).to.deep.equal(['email email', 'toString null', 'metadata.__proto__ null']);
    expect(countsOf(users.json)).to.include({ created: 1 });
  });

  it('say that images, documents and other bytes are no text', async () => {
    const files = [
      Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
      Buffer.from('ffd8ffe000104a46494600', 'hex'),
      Buffer.from('%PDF-1.7\n%'),
      Buffer.from('650000006d0000000a000000', 'hex'),
      Buffer.from('em\u0000ail,name\n'),
    ];
    for (const file of files) expect(await headerErrorOf('users', file)).to.include({ code: 'file.archive' });
  });

  it('name the columns of a file that names nothing, without empty ones and what is too long', async () => {
    const { message } = await headerErrorOf('redirects', csvOf(`${'x'.repeat(500)},,city`, 'a,b,c'));
    expect(message).to.equal(
      `must be a header with a column for the former path of a redirect, not ${'x'.repeat(60)}…, city`,
    );
  });

  it('read lines that end with a carriage return alone', async () => {
    const lines = ['email,name', 'mac1@example.com,"A, B"', 'mac2@example.com,B', 'none,C', ''];
    const ended = await send('users', lines.join('\r'));
    expect(countsOf(ended.json)).to.include({ rows: 3, created: 2, failed: 1 });
    expect(ended.json.errors[0]).to.include({ line: 4, field: 'email' });
    const mixed = await send('users', 'email,name\rmac1@example.com,"A, B"\r\nmac2@example.com,C\n');
    expect(countsOf(mixed.json)).to.include({ rows: 2, unchanged: 1, updated: 1 });
  });

  it('read what is below empty lines and the separator that a file says', async () => {
    const blank = await send('users', '\n;;\nemail;name\nblank@example.com;A\n');
    expect(countsOf(blank.json), blank.text).to.include({ rows: 1, created: 1 });
    const said = await send('users', csvOf('sep=;', 'email;name', 'said@example.com;A, B, C', 'none;D'));
    expect(countsOf(said.json), said.text).to.include({ rows: 2, created: 1, failed: 1 });
    expect(said.json.errors[0]).to.include({ line: 4 });
    expect(await headerErrorOf('users', '\n\n')).to.include({
      message: 'must be a header with the names of the columns',
    });
  });

  it('tell where the header is if titles stand above it', async () => {
    const titles = ['Customers of my shop', 'of 2026'];
    for (const [resource, header] of [
      ['users', 'E-Mail;Vorname;Ort'],
      ['products', 'sku;name;price'],
      ['products', 'Artikelnummer;Bezeichnung;Preis'],
      ['discounts', 'code;kind;percent'],
      ['redirects', 'path;target;code'],
    ] as const) {
      const refused = await send(resource, csvOf(...titles, header, 'a;b;1'));
      expectProblem(refused, 422, 'validation_failed');
      expect(refused.json.errors).to.deep.equal([
        { pointer: '/3', code: 'csv.header', message: 'is the header, it seems: delete what is above it' },
      ]);
    }
  });
});
