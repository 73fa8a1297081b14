import { expect } from 'chai';
import { CSV, countsOf, csvOf, NDJSON, ndjsonOf } from '../../support/builders/imports.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('imports of rows that are not as expected', ({ app }) => {
  const send = async (resource: string, body: string, { type = CSV, query = '' } = {}): Promise<Reply['json']> => {
    const ended = await app().call(`/api/${resource}/import?on_error=continue${query}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type },
    });
    expect(ended.status, ended.text).to.equal(200);
    return ended.json;
  };

  const errorsOf = ({ errors }: Reply['json']): string[] =>
    errors.map(({ line, field, code }: Record<string, string>) => `${line} ${field} ${code}`);

  const warningsOf = ({ warnings }: Reply['json']): string[] =>
    warnings.map(({ field, code, count }: Record<string, string>) => `${field} ${code} ${count}`);

  const userOf = async (email: string): Promise<Reply['json']> =>
    (await app().call(`/api/users?email=${encodeURIComponent(email)}`)).json.data[0];

  const discountOf = async (code: string): Promise<Reply['json']> =>
    (await app().call(`/api/discounts?code=${code}`)).json.data[0];

  it('take a row of a customer for each address, as many as a customer has', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => `Ada@example.com,Ada,Street ${index},PT`);
    const ended = await send('users', csvOf('email,name,Street,Country', ...rows, 'ada@example.com,Other,Street 1,PT'));
    expect(countsOf(ended)).to.deep.equal({ rows: 26, created: 1, updated: 19, unchanged: 5, failed: 1 });
    expect(errorsOf(ended)).to.deep.equal(['27 email any.unique']);
    expect(warningsOf(ended)).to.deep.equal(['addresses addresses.max 5']);
    expect((await userOf('ada@example.com')).addresses).to.have.length(20);
  });

  it('take a row again that differs in the case of its e-mail only, or after one that was wrong', async () => {
    const header = 'email,name,Newsletter,Newsletter since';
    const ended = await send(
      'users',
      csvOf(
        header,
        'Case@example.com,A,,',
        'case@EXAMPLE.com,A,,',
        'late@example.com,B,yes,soon',
        'late@example.com,B,,',
      ),
    );
    expect(countsOf(ended)).to.include({ created: 2, unchanged: 1, failed: 1 });
    expect(errorsOf(ended)).to.deep.equal(['4 email_marketing_at date.base']);
  });

  it('change a customer several times by one file', async () => {
    const rows = ['A', 'B', 'C', 'D'].map((name) => ({ email: 'often@example.com', name }));
    const ended = await send('users', ndjsonOf(...rows), { type: NDJSON });
    expect(countsOf(ended)).to.include({ created: 1, updated: 3, failed: 0 });
    expect(await userOf('often@example.com')).to.include({ name: 'D', version: 4 });
  });

  it('store thousands of customers once, also from two files at the same time', async () => {
    const rows = Array.from({ length: 1_500 }, (_, index) => `many${index}@example.com,Name ${index}`);
    const files = [rows, [...rows].reverse()].map((each) => csvOf('email,name', ...each));
    const ended = await Promise.all(files.map((file) => send('users', file)));
    for (const each of ended) expect(each).to.include({ status: 'completed', rows: 1_500, failed: 0 });
    expect(ended.reduce((sum, { created }) => sum + created, 0)).to.equal(1_500);
  });

  it('reject a row that has more cells than columns, and U+0000', async () => {
    const users = await send(
      'users',
      csvOf('email,name,metadata.a', 'b@example.com,Doe, Jane,x,y', 'c@example.com,C,a\u0000b', 'd@example.com,D,a, ,'),
    );
    expect(errorsOf(users)).to.deep.equal(['2 null csv.cells', '3 metadata.a json.nul']);
    const products = await send('products', csvOf('Artikelnummer;Bezeichnung;Preis', 'A;Hose;1;2', 'B;Hemd;1;;'));
    expect(errorsOf(products)).to.deep.equal(['2 null csv.cells']);
  });

  it('know the words of newsletters for consents, and say that they do not know another', async () => {
    const words = ['subscribed', 'Opted-in', 'yes', 'unsubscribed', 'NOT_SUBSCRIBED', 'opt-out', 'pending'];
    const file = (given: readonly string[]) =>
      csvOf('email,Newsletter', ...given.map((word, index) => `word${index}@example.com,${word}`));
    await send('users', file(words.map(() => 'yes')));
    const ended = await send('users', file(words));
    expect(warningsOf(ended)).to.deep.equal(['consents consent.unknown 1']);
    expect(ended.warnings[0].first[0].message).to.equal('is neither yes nor no: it was left out');
    const granted = await Promise.all(
      words.map(async (_, index) => (await userOf(`word${index}@example.com`)).consents.email_marketing.granted),
    );
    expect(granted).to.deep.equal([true, true, true, false, false, false, true]);
  });

  it('read dates of databases and with points, and no phone number without digits', async () => {
    const ended = await send(
      'users',
      csvOf(
        'email,phone,Newsletter,Newsletter since',
        'none@example.com,-----,yes,0000-00-00 00:00:00',
        'points@example.com,123,yes,1.2.2026 08:30',
        'never@example.com,,yes,30.02.2026',
      ),
    );
    expect(errorsOf(ended)).to.deep.equal(['4 email_marketing_at date.base']);
    expect(warningsOf(ended)).to.deep.equal(['phone phone.unknown 1']);
    expect((await userOf('points@example.com')).consents.email_marketing.at).to.equal('2026-02-01T08:30:00.000Z');
  });

  it('never make a discount without limit of one with none left, and say when a last day ends', async () => {
    const ended = await send(
      'discounts',
      csvOf(
        'code,kind,percent,valid_to,max_uses',
        'NONE,percent,5,,0',
        'DAY,percent,5,31.12.2027,3',
        'TIME,percent,5,2027-12-31T22:00:00Z,',
      ),
    );
    expect(errorsOf(ended)).to.deep.equal(['2 max_uses number.min']);
    expect(warningsOf(ended)).to.deep.equal(['valid_to valid_to.day 1']);
    expect(await discountOf('DAY')).to.include({ valid_to: '2027-12-31T00:00:00.000Z', max_uses: 3 });
    const coupons = await send(
      'discounts',
      csvOf('post_title,discount_type,coupon_amount,expiry_date,usage_limit', 'WOO,percent,5,2027-12-31,0'),
    );
    expect(warningsOf(coupons)).to.deep.equal([]);
    expect(await discountOf('WOO')).to.include({ max_uses: null });
  });

  it('redirect no patterns', async () => {
    const ended = await send('redirects', csvOf('path,target', '/old/*,/new', '/a(.*),/b$1', '/plus+,/plus'));
    expect(errorsOf(ended)).to.deep.equal(['2 path any.invalid', '3 path any.invalid']);
  });
});
