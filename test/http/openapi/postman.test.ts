import { expect } from 'chai';
import type { Reply } from '../../support/servers/calls.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

type Pair = Readonly<{ key: string; value: string; disabled?: boolean }>;
type Item = Readonly<{
  name: string;
  request: Readonly<{
    method: string;
    auth?: Readonly<{ type: string }>;
    header: readonly Pair[];
    url: Readonly<{
      raw: string;
      host: readonly string[];
      path: readonly string[];
      query: readonly Pair[];
      variable: readonly Pair[];
    }>;
    body?: Readonly<{ mode: string; raw?: string }>;
  }>;
}>;
type Folder = Readonly<{ name: string; item: readonly Item[] }>;

/** Their examples have fields of which a request has one. */
const WITH_ALTERNATIVES = ['Create a withdrawal', 'Create a refund', 'Create a subscription'];

/** What no example can know: a password and a token of a mail. */
const PERSONAL = /"code":"(?:password\.wrong|token\.invalid)"/;

describe('the Postman collection', () => {
  let app: TestApp;
  let collection: Reply['json'];
  let document: Reply['json'];

  before(async () => {
    app = await startApp({ TEST_CLOCK: 'true' });
    collection = (await app.call('/api/postman.json', { key: null })).json;
    document = (await app.call('/api/openapi.json', { key: null })).json;
  });
  after(() => app.stop());

  const folders = (): readonly Folder[] => collection.item;

  it('has a folder for each tag, and each operation once', () => {
    expect(folders().map(({ name }) => name)).to.deep.equal(document.tags.map((tag: Folder) => tag.name));
    const requests = folders().flatMap(({ item }) =>
      item.map(({ request: { method, url } }) => `${method.toLowerCase()} /${url.path.join('/')}`),
    );
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(requests.toSorted()).to.deep.equal(operations.toSorted());
  });

  it('has variables for the address, the key and the version', () => {
    const variables = collection.variable.map(({ key, value }: Pair) => [key, value]);
    expect(variables).to.deep.equal([
      ['baseUrl', app.url],
      ['apiKey', ''],
      ['apiVersion', document.info.version],
    ]);
    expect(collection.auth).to.deep.include({ type: 'bearer' });
    expect(collection.auth.bearer[0].value).to.equal('{{apiKey}}');
  });

  /** Sends a request as Postman does; a write as a dry run. */
  const send = async ({ request: { method, auth, header, url, body } }: Item): Promise<string> => {
    const known = new Map(
      [
        ...collection.variable,
        { key: 'apiKey', value: app.ownerKey },
        { key: '$guid', value: crypto.randomUUID() },
      ].map(({ key, value }: Pair) => [key, value]),
    );
    const filled = (text: string): string => text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_, name) => known.get(name) ?? '');
    const path = url.path.map((part) => url.variable.find(({ key }) => part === `:${key}`)?.value ?? part);
    const target = new URL(`${filled(url.host.join('.'))}/${path.join('/')}`);
    for (const { key, value, disabled } of url.query) {
      if (disabled !== true) target.searchParams.set(key, value);
    }
    if (url.query.some(({ key }) => key === 'dry_run')) target.searchParams.set('dry_run', 'true');
    const sent = header.filter(({ disabled }) => disabled !== true).map(({ key, value }) => [key, filled(value)]);
    const aborting = new AbortController();
    const response = await fetch(target, {
      method,
      headers: Object.fromEntries(
        auth?.type === 'noauth'
          ? sent
          : [...sent, ['Authorization', filled(`Bearer ${collection.auth.bearer[0].value}`)]],
      ),
      ...(body?.raw === undefined ? {} : { body: body.raw }),
      signal: aborting.signal,
    });
    const text = response.ok ? '' : await response.text();
    aborting.abort();
    return `${response.status} ${text}`;
  };

  it('has requests that the service understands', async () => {
    const misunderstood: string[] = [];
    for (const item of folders().flatMap((folder) => folder.item)) {
      // a file is chosen in Postman
      if (item.request.body?.mode === 'file') continue;
      const answer = await send(item);
      const isPersonal = PERSONAL.test(answer) || WITH_ALTERNATIVES.includes(item.name);
      const isUnderstood = isPersonal || !/^(?:400|405|406|415|500)|validation_failed|There is no path/.test(answer);
      if (!isUnderstood) misunderstood.push(`${item.name}: ${answer}`);
    }
    expect(misunderstood, misunderstood.join('\n')).to.deep.equal([]);
  });

  it('is served compressed, with an ETag', async () => {
    const { headers } = await app.call('/api/postman.json', { key: null, headers: { 'Accept-Encoding': 'gzip' } });
    expect(headers.get('content-encoding')).to.equal('gzip');
    const known = { 'Accept-Encoding': 'gzip', 'If-None-Match': headers.get('etag') ?? '' };
    expect((await app.call('/api/postman.json', { key: null, headers: known })).status).to.equal(304);
  });
});
