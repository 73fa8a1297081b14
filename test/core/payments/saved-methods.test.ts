import { expect } from 'chai';
import type { PaymentMethod } from '#core/payments/methods/payment-method.ts';
import type { SavedMethods, SaveOutcome } from '#core/payments/saved-methods.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { User } from '#core/users/user.ts';
import { anActor, aSession, aUser } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const errorOf = (attempt: Promise<unknown>): Promise<unknown> => attempt.catch((error: unknown) => error);

describe('saved payment methods', () => {
  let shop: PaymentsUnderTest;
  let user: User;
  let actor: Actor;

  beforeEach(async () => {
    shop = await openPayments();
    user = aUser();
    const { session } = aSession(user);
    actor = { ...anActor(user), credentialId: session.id };
    await shop.unitOfWork.run(async (tx) => {
      await tx.users.add(user);
      await tx.sessions.add(session);
    });
  });

  const save = async (token = 'tok_success', idempotency: PaymentMethod['idempotency'] = null) => {
    const command = { token, returnUrl: null, address: '192.0.2.1', idempotency };
    return shop.unitOfWork.run(await shop.methods.save(actor, command));
  };
  const find = ({ id }: Pick<PaymentMethod, 'id'>) => shop.unitOfWork.run((tx) => tx.paymentMethods.find(id));
  const all = () => shop.unitOfWork.run((tx) => tx.paymentMethods.listOf(user.id));
  const only = async (): Promise<PaymentMethod> => {
    const [method, ...others] = await all();
    if (method === undefined || others.length > 0) throw new Error('There is not exactly one.');
    return method;
  };
  const remove = ({ id }: PaymentMethod) =>
    shop.unitOfWork.run(shop.methods.delete(actor, { id, expected: undefined }));
  const reconcile = async (): Promise<number> => {
    shop.clock.advance(3600);
    const count = await shop.methods.reconcileMethods();
    await shop.methods.reconcileMethods.settled();
    return count;
  };
  const replaceMethods = (change: Partial<SavedMethods>) => {
    const { savedMethods } = shop.sandbox;
    if (savedMethods === undefined) throw new Error('The sandbox saves methods.');
    shop.replaceSandbox({ savedMethods: { ...savedMethods, ...change } });
  };

  it('store the encrypted reference and no token once the gateway has saved them', async () => {
    const method = await save();
    expect(method).to.include({ status: 'active', token: null, reference: `encrypted sandbox_${method.id}` });
    expect(await find(method)).to.deep.equal(method);
  });

  for (const at of ['before asking', 'before recording'] as const) {
    it(`are saved once when the process dies ${at}`, async () => {
      const idempotency = { key: 'a key', fingerprint: 'f' };
      shop.death.at = at;
      expect(await errorOf(save('tok_success', idempotency))).to.include({ message: 'The process has ended.' });
      delete shop.death.at;
      const started = await only();
      expect(started.status).to.equal('saving');
      const again = await errorOf(save('tok_success', idempotency));
      expect(again).to.include({ reason: 'in_progress' });
      expect(await reconcile()).to.equal(1);
      const method = await only();
      expect(method).to.include({ id: started.id, status: 'active', isDefault: true });
      expect(await save('tok_success', idempotency)).to.deep.equal(method);
      expect(await errorOf(save('tok_success', { ...idempotency, fingerprint: 'g' }))).to.include({
        reason: 'reused',
      });
      expect(await reconcile()).to.equal(0);
    });
  }

  it('are declined again when a repeated request was interrupted', async () => {
    const idempotency = { key: 'a key', fingerprint: 'f' };
    shop.death.at = 'before recording';
    await errorOf(save('tok_declined', idempotency));
    delete shop.death.at;
    await reconcile();
    expect(await rejectionOf(save('tok_declined', idempotency))).to.include({ code: 'payment_declined' });
    expect(await all()).to.have.length(1);
  });

  it('stay unknown while the gateway is away, and are saved when it is back', async () => {
    shop.failures.lostResponses = 1;
    const method = await save();
    expect(method.status).to.equal('saving');
    shop.failures.isDown = true;
    await reconcile();
    expect((await only()).status).to.equal('saving');
    shop.failures.isDown = false;
    await reconcile();
    expect(await only()).to.include({ status: 'active', isDefault: true });
  });

  it('fail when the gateway certainly never got the first request, and free their key', async () => {
    shop.failures.isDown = true;
    const idempotency = { key: 'a key', fingerprint: 'f' };
    expect(await rejectionOf(save('tok_success', idempotency))).to.include({ code: 'gateway_error' });
    shop.failures.isDown = false;
    expect((await save('tok_success', idempotency)).status).to.equal('active');
  });

  it('are removed at the gateway after their deletion, until it has answered', async () => {
    const method = await save();
    await remove(method);
    shop.failures.isDown = true;
    await reconcile();
    expect(await find(method)).to.include({ status: 'removing', reference: method.reference, details: null });
    shop.failures.isDown = false;
    await reconcile();
    expect(await find(method)).to.include({ status: 'removed', reference: null });
    expect(await reconcile()).to.equal(0);
  });

  it('are removed at the gateway when they are deleted while they are being saved', async () => {
    shop.failures.lostResponses = 1;
    const method = await save();
    await remove(method);
    expect(await all()).to.deep.equal([]);
    const removed: string[] = [];
    replaceMethods({
      remove: async ({ reference }) => {
        removed.push(reference);
        return { kind: 'removed' };
      },
    });
    await reconcile();
    expect(removed).to.deep.equal([`sandbox_${method.id}`]);
    expect(await find(method)).to.include({ status: 'removed', isDefault: false });
  });

  it('leave nothing when they are deleted while being saved, and the gateway refuses them', async () => {
    shop.failures.lostResponses = 1;
    const method = await save('tok_declined').catch(only);
    await remove(method);
    await reconcile();
    expect(await find(method)).to.equal(undefined);
  });

  it('wait for a payer who has to act, and fail after a day', async () => {
    const redirectUrl = 'https://bank.example/act';
    let outcome: SaveOutcome = { kind: 'requires_action', redirectUrl };
    replaceMethods({ save: async () => outcome });
    const method = await save();
    expect(method).to.include({ status: 'requires_action', redirectUrl });
    await reconcile();
    expect(await only()).to.include({ status: 'requires_action', version: method.version });
    const saved = {
      reference: 'a reference',
      details: { type: 'card', brand: null, last4: null, expMonth: null, expYear: null },
    };
    outcome = { kind: 'saved', ...saved };
    await shop.methods.reconcilePaymentMethod(method.id);
    expect(await only()).to.include({ status: 'active', redirectUrl: null, isDefault: true });
    outcome = { kind: 'requires_action', redirectUrl };
    const late = await save();
    shop.clock.advance(25 * 3600);
    await reconcile();
    const failed = await find(late);
    expect(failed).to.include({ status: 'failed' });
    expect(failed?.failure?.code).to.equal('abandoned');
  });

  it('show nothing that an external gateway must not show', async () => {
    const details = { type: 'Card!', brand: 'x'.repeat(50), last4: '4242424242424242', expMonth: 13, expYear: 30 };
    replaceMethods({ save: async () => ({ kind: 'saved', reference: 'r', details }) });
    const nothing = { type: 'other', brand: null, last4: null, expMonth: null, expYear: null };
    expect((await save()).details).to.deep.equal(nothing);
  });

  for (const [what, outcome] of Object.entries({
    'without a reference': { kind: 'saved', reference: '', details: { type: 'card' } },
    'with a strange kind': { kind: 'stored' },
    'with a redirect to a script': { kind: 'requires_action', redirectUrl: 'javascript:alert(1)' },
  })) {
    it(`take an outcome ${what} for unknown`, async () => {
      replaceMethods({ save: async () => outcome as never });
      expect((await save()).status).to.equal('saving');
    });
  }

  it('are charged in a repeated request although they were deleted meanwhile', async () => {
    const method = await save();
    const { id: orderId } = await shop.anOrder({ userId: user.id });
    shop.failures.isDown = true;
    const chosen = { id: method.id, isOffSession: false };
    shop.failures.isDown = false;
    shop.failures.lostResponses = 1;
    const payment = await shop.pay(orderId, { actor, token: undefined, method: chosen });
    expect(payment).to.include({ status: 'processing', methodId: method.id, token: method.reference });
    await remove(method);
    await reconcile();
    shop.clock.advance(60);
    await shop.reconcile();
    const settled = await shop.unitOfWork.run((tx) => tx.payments.find(payment.id));
    expect(settled).to.include({ status: 'succeeded', token: null });
  });
});
