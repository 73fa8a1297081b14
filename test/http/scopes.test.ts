import { expect } from 'chai';
import { SCOPES } from '#core/access/scope.ts';
import { onStorage } from '../support/each-storage.ts';
import { expectProblem } from '../support/problems.ts';
import { createKey } from '../support/resources.ts';

/** What each operation needs: a scope, or `anybody`, `any key`, or a `session`. */
const NEEDS: Readonly<Record<string, string>> = {
  'POST /api/auth': 'anybody',
  'GET /api/auth': 'any key',
  'DELETE /api/auth': 'session',
  'POST /api/auth/keys': 'keys:write',
  'GET /api/auth/keys': 'keys:read',
  'GET /api/auth/keys/{id}': 'keys:read',
  'POST /api/auth/keys/{id}/rotate': 'keys:write',
  'DELETE /api/auth/keys/{id}': 'keys:write',
  'GET /api/products': 'anybody',
  'GET /api/products/{id}': 'anybody',
  'POST /api/products': 'products:write',
  'PUT /api/products/{id}': 'products:write',
  'PATCH /api/products/{id}': 'products:write',
  'DELETE /api/products/{id}': 'products:write',
  'GET /api/categories': 'anybody',
};

const SUFFIX = '01h455vb4pex5vsknk084sn02q';

type Operation = Readonly<{
  security?: readonly object[];
  parameters: readonly { in: string; schema: { pattern?: string } }[];
}>;

onStorage('memory', 'access', ({ app }) => {
  let operations: [string, Operation][];

  before(async () => {
    const { paths } = (await app().call('/api/openapi.json')).json as {
      paths: Record<string, Record<string, Operation>>;
    };
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );
  });

  /** Calls an operation on an id of its prefix that there is not. */
  const callOn = (name: string, { parameters }: Operation, key: string | null) => {
    const [method = '', path = ''] = name.split(' ');
    const pattern = parameters.find((parameter) => parameter.in === 'path')?.schema.pattern ?? '';
    const id = `${/^\^(\w+)_/.exec(pattern)?.[1]}_${SUFFIX}`;
    return app().call(path.replace('{id}', id), { method, key });
  };
  const needing = (matches: (need: string) => boolean) => operations.filter(([name]) => matches(NEEDS[name] ?? ''));
  const isScope = (need: string): boolean => need.includes(':');

  it('is decided for every operation, and for none that there is not', () => {
    expect(operations.map(([name]) => name)).to.have.members(Object.keys(NEEDS));
    for (const [name, { security }] of operations) expect(security, name).to.be.an('array');
  });

  it('is described as it is', () => {
    for (const [name, { security = [] }] of operations) {
      const needsNoKey = security.length === 0 || security.some((choice) => Object.keys(choice).length === 0);
      expect(needsNoKey, name).to.equal(NEEDS[name] === 'anybody');
    }
  });

  it('is refused without a key, but to what is for anybody', async () => {
    for (const [name, operation] of operations) {
      const reply = await callOn(name, operation, null);
      if (NEEDS[name] === 'anybody') expect(reply.status, name).to.not.be.oneOf([401, 403]);
      else expectProblem(reply, 401, 'authentication_required');
    }
  });

  it('is refused to a bad key everywhere', async () => {
    for (const [name, operation] of operations)
      expectProblem(await callOn(name, operation, 'bad'), 401, 'invalid_api_key');
  });

  it('is refused to a key that holds every scope but the one', async () => {
    for (const [name, operation] of needing(isScope)) {
      const others = SCOPES.filter((scope) => scope !== '*' && scope !== NEEDS[name]);
      const { key } = await createKey(app(), { scopes: others });
      const problem = expectProblem(await callOn(name, operation, key), 403, 'insufficient_scope');
      expect(problem.required_scope, name).to.equal(NEEDS[name]);
      expect(problem.held_scopes, name).to.deep.equal(others);
    }
  });

  it('is given to a key that holds the one scope alone, or all', async () => {
    for (const [name, operation] of needing(isScope)) {
      const { key: one } = await createKey(app(), { scopes: [NEEDS[name]] });
      const { key: all } = await createKey(app(), { scopes: ['*'] });
      for (const key of [one, all])
        expect((await callOn(name, operation, key)).status, name).to.not.be.oneOf([401, 403]);
    }
  });

  it('is given to a key without scopes where any key will do, and refused where a session is needed', async () => {
    const { key } = await createKey(app(), { scopes: [] });
    for (const [name, operation] of needing((need) => need === 'any key' || need === 'anybody')) {
      expect((await callOn(name, operation, key)).status, name).to.not.be.oneOf([401, 403]);
    }
    for (const [name, operation] of needing((need) => need === 'session')) {
      expectProblem(await callOn(name, operation, key), 403, 'forbidden');
    }
  });
});
