import { isIPv4, isIPv6 } from 'node:net';
import { expect } from 'chai';
import { METRICS, type MetricName } from '#core/analytics/metrics.ts';
import { withParts } from '../../support/documents/openapi-parts.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

type Schema = Readonly<{
  type?: string | readonly string[];
  pattern?: string;
  format?: string;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
}>;
type Operation = Readonly<{ parameters: readonly Readonly<{ name: string; schema: Schema }>[] }>;
type Document = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}>;

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
    document = withParts((await app.call('/api/openapi.json', { key: null })).json);
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

  it('list the values of a parameter that may be repeated', () => {
    const { schema } = document.paths['/api/events']?.['get']?.parameters.find(({ name }) => name === 'type') ?? {};
    const [several, one] = schema?.anyOf ?? [];
    expect(several).to.include({ type: 'array', maxItems: 50 });
    expect(several?.items).to.deep.equal(one);
    expect(one?.enum).to.include.members(['*', 'order.*', 'order.paid']);
  });

  it('describe the default of a field in a body', () => {
    const { ordering } = document.components.schemas['WebhookInput']?.properties ?? {};
    expect(ordering)
      .to.have.property('description')
      .that.matches(/ The default is `"none"`\.$/);
    const bodies = Object.values(document.components.schemas).flatMap((schema) => [...objectsIn(schema)]);
    expect(bodies.filter(([, value]) => 'default' in value)).to.deep.equal([]);
    const { schema } = document.paths['/api/products']?.['get']?.parameters.find(({ name }) => name === 'limit') ?? {};
    expect(schema).to.include({ default: 20 });
  });

  it('allow null for the quotients of figures, and for no other figure', () => {
    for (const name of ['AnalyticsRow', 'SalesTotals', 'BusinessTotals']) {
      const shown = Object.entries(document.components.schemas[name]?.properties ?? {});
      const figures = shown.filter(([field]) => Object.hasOwn(METRICS, field));
      expect(figures, name).to.not.deep.equal([]);
      for (const [field, { type }] of figures) {
        const isQuotient = 'over' in METRICS[field as MetricName];
        expect([type].flat().includes('null'), `${name} ${field}`).to.equal(isQuotient);
      }
    }
  });

  describe('of address ranges', () => {
    const matches = (value: string, { format, pattern, anyOf }: Schema): boolean => {
      if (anyOf !== undefined) return anyOf.some((schema) => matches(value, schema));
      if (pattern !== undefined) return new RegExp(pattern).test(value);
      return (format === 'ipv4' && isIPv4(value)) || (format === 'ipv6' && isIPv6(value) && !value.includes('%'));
    };

    const VALID = [
      ...['203.0.113.7', '0.0.0.0', '203.0.113.0/24', '0.0.0.0/0', '203.0.113.7/32'],
      ...['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '::', '::1', '1::', '::ffff:203.0.113.7'],
      ...['2001:db8::/32', '::/0', '::1/128', '1:2:3:4:5:6:7:8/128', '1:2:3:4:5:6:7::/112', '::2:3:4:5:6:7:8/99'],
    ];
    const INVALID = [
      ...['', 'localhost', '203.0.113', '203.0.113.256', '010.0.0.0', '203.0.113.0/', '203.0.113.0/33', '10.0.0.0/08'],
      ...['010.0.0.0/8', '203.0.113.0/24/24', ' 203.0.113.7', '203.0.113.7\n', '203.0.113.*', '203.0.113.0-9'],
      ...['2001:db8::/129', '1::2::3/64', '1:2:3:4:5:6:7/64', '1:2:3:4:5:6:7::8/64', ':1::/64', '12345::/64'],
      ...['fe80::1%eth0', 'fe80::%eth0/64', '[::1]', '::g'],
    ];

    it('accept exactly what the service accepts', async () => {
      const documented = document.components.schemas['ApiKeyInput']?.properties?.['allowed_ips']?.items ?? {};
      for (const value of [...VALID, ...INVALID]) {
        const isValid = VALID.includes(value);
        expect(matches(value, documented), `${value} by the schema`).to.equal(isValid);
        const body = { name: 'x', allowed_ips: [value] };
        const { status } = await app.call('/api/auth/keys?dry_run=true', { method: 'POST', body });
        expect(status, `${value} by the service`).to.equal(isValid ? 201 : 422);
      }
    });

    it('are named by the error of any other value', async () => {
      const body = { name: 'x', allowed_ips: ['203.0.113.0/33'] };
      const problem = expectProblem(
        await app.call('/api/auth/keys', { method: 'POST', body }),
        422,
        'validation_failed',
      );
      expect(errorPathsOf(problem)).to.deep.equal(['/allowed_ips/0']);
      expect(problem.detail).to.equal(
        'allowed_ips.0 must be an IP address or an address range such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32',
      );
    });
  });
});
