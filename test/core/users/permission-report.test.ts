import { expect } from 'chai';
import { Role } from '#core/access/role.ts';
import { SCOPES, type Scope } from '#core/access/scope.ts';
import { permissionReport } from '#core/users/permission-report.ts';
import { User } from '#core/users/user.ts';
import { aUser } from '../../support/builders/builders.ts';

const reasons = (user: User) => permissionReport(user).scopes.map(({ scope, because }) => [scope, ...because]);

describe('permissionReport', () => {
  it('names the user, the role and the permissions', () => {
    const user = aUser({ role: 'staff', permissions: ['audit:read'], status: 'disabled' });
    const { id, role, permissions, status } = user;
    expect(permissionReport(user)).to.deep.include({
      object: 'permission_report',
      user_id: id,
      role,
      permissions,
      status,
    });
  });

  it('lists each scope once with all reasons', () => {
    const user = aUser({ role: 'analyst', permissions: ['orders:read', 'orders:write'] });
    const ofRole = (scope: Scope) => [scope, 'role analyst'];
    const expected = Role.scopes('analyst').map(ofRole);
    expected.splice(
      expected.findIndex(([scope]) => scope === 'orders:read'),
      1,
      ['orders:read', 'role analyst', 'permissions'],
    );
    expect(reasons(user)).to.have.deep.members([...expected, ['orders:write', 'permissions']]);
  });

  it('lists every scope for holders of *, with that reason', () => {
    const expected = SCOPES.map((scope) => [scope, scope === '*' ? 'role owner' : 'role owner, by *']);
    expect(reasons(aUser({ role: 'owner' }))).to.deep.equal(expected);
    const [, ...others] = reasons(aUser({ permissions: ['*', 'products:read'] }));
    expect(reasons(aUser({ permissions: ['*', 'products:read'] }))[0]).to.deep.equal([
      'products:read',
      'permissions, by *',
      'permissions',
    ]);
    expect(others).to.have.length(SCOPES.length - 1);
  });

  it('agrees with the user’s credentials', () => {
    for (const role of ['owner', 'admin', 'staff', 'analyst', 'customer'] as const) {
      const user = aUser({ role, permissions: ['webhooks:write'] });
      const held = User.scopes(user);
      const named = permissionReport(user).scopes.map(({ scope }) => scope);
      expect(named, role).to.deep.equal(SCOPES.filter((scope) => held.has('*') || held.has(scope)));
    }
  });

  it('lists for a customer only access to their own resources', () => {
    expect(permissionReport(aUser())).to.deep.include({
      scopes: [],
      own: ['user', 'orders', 'payments', 'invoices', 'subscriptions'],
    });
    expect(permissionReport(aUser({ role: 'staff' })).own).to.deep.equal([]);
  });
});
