import { expect } from 'chai';
import { accessLevelOf, requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { anActor, aUser } from '../../support/builders/builders.ts';
import { thrownBy } from '../../support/rejection.ts';

describe('ownership', () => {
  const customer = aUser();
  const asCustomer = anActor(customer);
  const reader = anActor(aUser(), ['orders:read']);
  const owner = anActor(aUser({ role: 'owner' }));
  const staff = anActor(aUser({ role: 'staff' }), ['products:read']);

  const require = (actor: Actor, userId: Id<'usr'> | null) => () =>
    requireOwnership(actor, 'orders:read', { kind: 'order', id: 'ord_1', userId });

  it('gives access to all with the scope or *, for customers too', () => {
    for (const actor of [owner, reader]) expect(accessLevelOf(actor, 'orders:read')).to.equal('all');
  });

  it('gives customers access to their own without the scope, and others none', () => {
    expect(accessLevelOf(asCustomer, 'orders:read')).to.equal('own');
    expect(accessLevelOf(reader, 'orders:write')).to.equal('own');
    expect(accessLevelOf(staff, 'orders:read')).to.equal('none');
    expect(accessLevelOf({ ...asCustomer, own: false }, 'orders:read')).to.equal('none');
  });

  it('allows full access to anybody’s resource', () => {
    for (const whose of [customer.id, owner.userId, null]) {
      for (const actor of [owner, reader]) expect(require(actor, whose)).to.not.throw();
    }
  });

  it('allows customers their own resources and hides all others', async () => {
    expect(require(asCustomer, customer.id)).to.not.throw();
    for (const whose of [owner.userId, null]) {
      const error = await thrownBy(require(asCustomer, whose));
      expect(error).to.include({ kind: 'not_found', message: 'There is no order ord_1.' });
    }
  });

  it('hides resources without an owner from callers without an account', async () => {
    expect(await thrownBy(require({ ...asCustomer, userId: null }, null))).to.include({ kind: 'not_found' });
  });

  it('rejects callers without access, also for their own resources, and names the missing scope', async () => {
    for (const whose of [staff.userId, customer.id]) {
      const error = await thrownBy(require(staff, whose));
      expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
      expect(error.details).to.deep.equal({ required_scope: 'orders:read', held_scopes: ['products:read'] });
    }
  });
});
