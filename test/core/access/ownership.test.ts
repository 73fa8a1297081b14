import { expect } from 'chai';
import { accessLevelOf, requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { anActor, aUser } from '../../support/builders.ts';
import { refusalBy } from '../../support/refusal.ts';

describe('Reach', () => {
  const customer = aUser();
  const asCustomer = anActor(customer);
  const reader = anActor(aUser(), ['orders:read']);
  const owner = anActor(aUser({ role: 'owner' }));
  const staff = anActor(aUser({ role: 'staff' }), ['products:read']);

  const require = (actor: Actor, userId: Id<'usr'> | null) => () =>
    requireOwnership(actor, 'orders:read', { kind: 'order', id: 'ord_1', userId });

  it('is all with the scope, or with that for everything, for customers too', () => {
    for (const actor of [owner, reader]) expect(accessLevelOf(actor, 'orders:read')).to.equal('all');
  });

  it('is the customer’s own without the scope, and nowhere for anybody else', () => {
    expect(accessLevelOf(asCustomer, 'orders:read')).to.equal('own');
    expect(accessLevelOf(reader, 'orders:write')).to.equal('own');
    expect(accessLevelOf(staff, 'orders:read')).to.equal('none');
    expect(accessLevelOf({ ...asCustomer, own: false }, 'orders:read')).to.equal('none');
  });

  it('lets pass whoever gets to all, whosever it is', () => {
    for (const whose of [customer.id, owner.userId, null]) {
      for (const actor of [owner, reader]) expect(require(actor, whose)).to.not.throw();
    }
  });

  it('lets a customer pass to what is theirs, and finds for them nothing of another or of nobody', async () => {
    expect(require(asCustomer, customer.id)).to.not.throw();
    for (const whose of [owner.userId, null]) {
      const refusal = await refusalBy(require(asCustomer, whose));
      expect(refusal).to.include({ kind: 'not_found', message: 'There is no order ord_1.' });
    }
  });

  it('finds nothing of nobody for a caller without an account', async () => {
    expect(await refusalBy(require({ ...asCustomer, userId: null }, null))).to.include({ kind: 'not_found' });
  });

  it('refuses whoever gets nowhere, to what is theirs as well, and says what is missing', async () => {
    for (const whose of [staff.userId, customer.id]) {
      const refusal = await refusalBy(require(staff, whose));
      expect(refusal).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
      expect(refusal.details).to.deep.equal({ required_scope: 'orders:read', held_scopes: ['products:read'] });
    }
  });
});
