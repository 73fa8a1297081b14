import { expect } from 'chai';
import fc from 'fast-check';
import { Credential } from '#core/access/credential.ts';
import { Role } from '#core/access/role.ts';
import { SCOPES, Scope } from '#core/access/scope.ts';
import { ids, NOON } from '../../support/builders/builders.ts';

const ROLES = ['owner', 'admin', 'staff', 'analyst', 'customer'] as const;

const scopes = fc.subarray([...SCOPES]);

const holderOf = (role: Role): ReadonlySet<string> => new Set(Role.scopes(role));

const may = (role: Role): Scope[] => SCOPES.filter((scope) => scope !== '*' && Scope.covers(holderOf(role), scope));

describe('Scope', () => {
  it('covers only itself, but users:write also customers:write', () => {
    for (const held of SCOPES.filter((scope) => scope !== '*')) {
      const expected = held === 'users:write' ? [held, 'customers:write'] : [held];
      expect(SCOPES.filter((scope) => Scope.covers(new Set([held]), scope))).to.deep.equal(expected);
    }
  });

  it('covers everything as *, which nothing else covers', () => {
    expect(SCOPES.filter((scope) => Scope.covers(new Set(['*']), scope))).to.deep.equal([...SCOPES]);
    expect(Scope.covers(new Set(SCOPES.filter((scope) => scope !== '*')), '*')).to.equal(false);
  });

  it('intersects the requested scopes with the granted ones', () => {
    fc.assert(
      fc.property(scopes, scopes, (held, requested) => {
        const left = Scope.within(new Set(held), requested);
        for (const scope of SCOPES) {
          const isBoth = Scope.covers(new Set(held), scope) && Scope.covers(new Set(requested), scope);
          expect(Scope.covers(left, scope), scope).to.equal(isBoth);
        }
      }),
    );
  });
});

describe('Role', () => {
  it('grants an owner everything', () => {
    expect(Role.scopes('owner')).to.deep.equal(['*']);
  });

  it('grants an admin every named scope, but not future ones', () => {
    expect(may('admin')).to.deep.equal(SCOPES.filter((scope) => scope !== '*'));
    expect(Scope.covers(holderOf('admin'), '*')).to.equal(false);
  });

  it('lets staff sell and look after customers, and see users, figures, pricing and the shop', () => {
    const capabilities = ['products', 'redirects', 'orders', 'payments', 'invoices', 'subscriptions'];
    const selling = capabilities.flatMap((capability) => [`${capability}:read`, `${capability}:write`]);
    const reads = ['users:read', 'analytics:read', 'pricing:read', 'settings:read', 'shop_rules:read'];
    const expected = [...selling, 'categories:write', 'customers:write', ...reads];
    expect(may('staff').sort()).to.deep.equal(expected.sort());
  });

  it('grants an analyst all reads and no writes', () => {
    expect(may('analyst')).to.deep.equal(SCOPES.filter((scope) => scope.endsWith(':read')));
  });

  it('grants a customer no scope', () => {
    expect(Role.scopes('customer')).to.deep.equal([]);
  });
});

describe('Credential', () => {
  const of = (role: Role, permissions: readonly Scope[], keyScopes: readonly Scope[] | null) =>
    Credential.of({
      kind: 'api_key',
      id: ids.next('key'),
      scopes: keyScopes,
      allowedIps: null,
      expiresAt: null,
      revokedAt: null,
      user: { id: ids.next('usr'), role, permissions, status: 'active' },
    });

  it('never exceeds the user’s scopes or the key’s own', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ROLES), scopes, scopes, (role, permissions, keyScopes) => {
        const held = new Set([...Role.scopes(role), ...permissions]);
        const { actor } = of(role, permissions, keyScopes);
        for (const scope of SCOPES) {
          const isBoth = Scope.covers(held, scope) && Scope.covers(new Set(keyScopes), scope);
          expect(Scope.covers(actor.scopes, scope), scope).to.equal(isBoth);
        }
      }),
    );
  });

  it('has the user’s scopes in a session', () => {
    expect([...of('analyst', ['orders:write'], null).actor.scopes]).to.have.members([
      ...may('analyst'),
      'orders:write',
    ]);
  });

  it('is revoked when its user is disabled', () => {
    const credential = of('owner', [], null);
    expect(Credential.stateOf(credential, NOON)).to.equal('active');
    expect(Credential.stateOf({ ...credential, userStatus: 'disabled' }, NOON)).to.equal('revoked');
  });
});
