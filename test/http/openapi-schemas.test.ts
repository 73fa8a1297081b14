import { expect } from 'chai';
import { startApp, type TestApp } from '../support/start-app.ts';

type Schema = Readonly<{
  pattern?: string;
  examples?: readonly unknown[];
  properties?: Readonly<Record<string, Schema>>;
}>;
type Document = Readonly<{ components: { schemas: Readonly<Record<string, Schema>> } }>;

/** Every object of a JSON value, with its path. */
const objectsIn = function* (value: unknown, path = ''): Generator<readonly [path: string, value: object]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${key}`);
};

describe('the schemas of the OpenAPI document', () => {
  let app: TestApp;
  let document: Document;

  before(async () => {
    app = await startApp();
    document = (await app.call('/api/openapi.json', { key: null })).json;
  });
  after(() => app.stop());

  const patterns = (): (readonly [path: string, schema: Schema & { pattern: string }])[] =>
    [...objectsIn(document)].filter((found): found is [string, Schema & { pattern: string }] => {
      const [, value] = found;
      return 'pattern' in value && typeof value.pattern === 'string';
    });

  it('have patterns that accept their examples with and without the flag u', () => {
    expect(patterns()).to.have.length.above(100);
    for (const [path, { pattern, examples = [] }] of patterns()) {
      expect(pattern, path).to.not.match(/\\[pP]/);
      for (const flags of ['', 'u']) {
        const expression = new RegExp(pattern, flags);
        const texts = examples.filter((example) => typeof example === 'string');
        for (const example of texts) expect(example, `${path} with flags "${flags}"`).to.match(expression);
      }
    }
  });

  it('accept one line of any script, with and without the flag u', async () => {
    const pattern = document.components.schemas['ApiKeyInput']?.properties?.['name']?.pattern ?? '';
    const accepted = ['Zoë', '店', '👩🏽‍💻', '\ud800'];
    const rejected = ['', ' ', 'a\nb', 'a\u0000', 'a\u001f', 'a\u007f', 'a\u009f', 'a\u2028b', 'a\u2029b'];
    for (const flags of ['', 'u']) {
      const expression = new RegExp(pattern, flags);
      for (const name of accepted) expect(expression.test(name), name).to.equal(true);
      for (const name of rejected) expect(expression.test(name), JSON.stringify(name)).to.equal(false);
    }
    // a body with NUL or half a surrogate pair never reaches the schema
    for (const name of ['Zoë', '店', '👩🏽‍💻', ...rejected.filter((one) => !one.includes('\0'))]) {
      const { status } = await app.call('/api/auth/keys?dry_run=true', { method: 'POST', body: { name } });
      expect(status, JSON.stringify(name)).to.equal(rejected.includes(name) ? 422 : 201);
    }
  });
});
