import { expect } from 'chai';
import type { AuthorizeRequest } from '#core/payments/payment-gateway.ts';
import type { SavedMethods, SaveRequest } from '#core/payments/saved-methods.ts';
import { ids } from '../../support/builders/builders.ts';
import { aRequest, type GatewayUnderTest, isUnknown, untilKnown, usd, useGateway } from './gateway-under-test.ts';

type Saved = Readonly<{ request: SaveRequest; reference: string }>;

/** Payment methods that are saved, charged while their owner is present or absent, and removed. */
export const gatewaySavedMethodsContract = (subject: GatewayUnderTest): void => {
  const used = useGateway(subject);

  it('are offered as declared', () => {
    const { savedMethods } = used.gateway();
    expect(savedMethods === undefined, 'savedTokens, if the gateway saves methods').to.equal(
      subject.savedTokens === undefined,
    );
  });

  const { savedTokens, loseNextResponse, failNextRequest } = subject;
  if (savedTokens === undefined) return;
  const { succeeds, declines, fails, failsLater, requiresAction } = savedTokens;

  const methods = (): SavedMethods => {
    const { savedMethods } = used.gateway();
    if (savedMethods === undefined) throw new Error('The gateway saves no methods.');
    return savedMethods;
  };

  const aSaveRequest = (token = succeeds, overrides: Partial<SaveRequest> = {}): SaveRequest => ({
    key: ids.next('pm'),
    token,
    userId: ids.next('usr'),
    returnUrl: 'https://shop.example/account',
    ...overrides,
  });

  const saved = async (request = aSaveRequest()): Promise<Saved> => {
    const first = await untilKnown(() => methods().save(request));
    if (first.kind === 'requires_action') {
      expect(new URL(first.redirectUrl).protocol).to.match(/^https?:$/);
      expect(await untilKnown(() => methods().save(request))).to.deep.equal(first);
      await subject.completeSaving?.(used.opened(), request);
    }
    const outcome = first.kind === 'saved' ? first : await untilKnown(() => methods().save(request));
    if (outcome.kind !== 'saved') throw new Error(`It is ${outcome.kind}.`);
    return { request, reference: outcome.reference };
  };

  const charge = (reference: string, overrides: Partial<Omit<AuthorizeRequest, 'token' | 'saved'>> = {}) => {
    const { token: _, saved: __, ...request } = aRequest(succeeds, { offSession: true, ...overrides });
    return untilKnown(() => used.gateway().authorize({ ...request, saved: reference }));
  };

  it('are saved with a reference and what people recognize them by', async () => {
    const outcome = await untilKnown(() => methods().save(aSaveRequest()));
    if (outcome.kind !== 'saved') throw new Error(`It is ${outcome.kind}.`);
    expect(outcome.reference).to.match(/^.{1,500}$/);
    const { type, brand, last4, expMonth, expYear } = outcome.details;
    expect(type).to.match(/^[a-z][a-z0-9_-]*$/);
    for (const text of [brand, last4]) expect(text === null || typeof text === 'string').to.equal(true);
    if (last4 !== null) expect(last4).to.match(/^\d{4}$/);
    if (expMonth !== null) expect(expMonth).to.be.within(1, 12);
    if (expYear !== null) expect(expYear).to.be.within(2000, 9999);
  });

  it('are saved without a return URL', async () => {
    await saved(aSaveRequest(succeeds, { returnUrl: null }));
  });

  it('are saved once under a key, at once or concurrently', async () => {
    const request = aSaveRequest();
    const first = await untilKnown(() => methods().save(request));
    expect(await untilKnown(() => methods().save(request))).to.deep.equal(first);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => methods().save(request)));
    for (const outcome of outcomes) if (!isUnknown(outcome)) expect(outcome).to.deep.equal(first);
    const count = await subject.savedCountOf?.(used.opened(), request);
    if (count !== undefined) expect(count).to.equal(1);
  });

  it('are several of one user, each with its own reference', async () => {
    const { request, reference } = await saved();
    const second = await saved(aSaveRequest(succeeds, { userId: request.userId }));
    expect(second.reference).to.not.equal(reference);
    for (const one of [reference, second.reference]) expect((await charge(one)).kind).to.equal('captured');
  });

  it('are charged again and again while their owner is absent or present', async () => {
    const { reference } = await saved();
    for (const offSession of [true, true, false]) {
      expect((await charge(reference, { offSession })).kind).to.equal('captured');
    }
    expect((await charge(reference, { captureMethod: 'manual' })).kind).to.equal('authorized');
  });

  it('are charged without a return URL', async () => {
    const { reference } = await saved();
    for (const offSession of [true, false]) {
      expect((await charge(reference, { offSession, returnUrl: null })).kind).to.equal('captured');
    }
  });

  it('are charged once under a key', async () => {
    const { reference } = await saved();
    const key = ids.next('pay');
    const orderId = ids.next('ord');
    const first = await charge(reference, { key, payableId: orderId });
    expect(await charge(reference, { key, payableId: orderId })).to.deep.equal(first);
    const record = await subject.recordOf?.(used.opened(), key);
    if (record !== undefined) expect(record).to.deep.equal({ charges: 1, captured: 100_00n, refunded: 0n });
  });

  it('are refunded as other charges are', async () => {
    const { reference } = await saved();
    const key = ids.next('pay');
    const outcome = await charge(reference, { key });
    if (outcome.kind !== 'captured') throw new Error(`It is ${outcome.kind}.`);
    const request = {
      key: ids.next('re'),
      charge: { key, reference: outcome.reference },
      amount: usd(30_00n),
      reason: null,
    };
    expect((await untilKnown(() => used.gateway().refund(request))).kind).to.equal('refunded');
  });

  it('are removed, also repeatedly, and cannot be charged any more', async () => {
    const { request, reference } = await saved();
    const before = await charge(reference);
    expect(before.kind).to.equal('captured');
    const remove = () => methods().remove({ key: request.key, reference });
    expect(await untilKnown(remove)).to.deep.equal({ kind: 'removed' });
    expect(await untilKnown(remove)).to.deep.equal({ kind: 'removed' });
    expect((await charge(reference)).kind).to.be.oneOf(['declined', 'invalid_token']);
  });

  it('report a charge that was made before the removal', async () => {
    const { request, reference } = await saved();
    const [key, orderId] = [ids.next('pay'), ids.next('ord')];
    const first = await charge(reference, { key, payableId: orderId });
    await untilKnown(() => methods().remove({ key: request.key, reference }));
    expect(await charge(reference, { key, payableId: orderId })).to.deep.equal(first);
  });

  if (declines !== undefined) {
    it('are not saved with a token that is declined', async () => {
      const request = aSaveRequest(declines);
      const outcome = await untilKnown(() => methods().save(request));
      expect(outcome.kind).to.equal('declined');
      expect(await untilKnown(() => methods().save(request))).to.deep.equal(outcome);
    });
  }

  for (const [code, token] of Object.entries(fails ?? {})) {
    it(`are declined with ${code} while their owner is absent`, async () => {
      const { reference } = await saved(aSaveRequest(token));
      if (failsLater) expect((await charge(reference)).kind).to.equal('captured');
      expect(await charge(reference)).to.include({ kind: 'declined', code });
    });
  }

  if (requiresAction !== undefined) {
    it('report that their owner must act: by a redirect, or by a decline while they are absent', async () => {
      const { reference } = await saved(aSaveRequest(requiresAction));
      if (failsLater) expect((await charge(reference)).kind).to.equal('captured');
      expect((await charge(reference, { offSession: false })).kind).to.equal('requires_action');
      const absent = await charge(reference);
      if (absent.kind === 'requires_action') return;
      expect(absent).to.include({ kind: 'declined', code: 'authentication_required' });
    });
  }

  if (subject.refusesUnsaved) {
    it('must be saved to be charged while their owner is absent', async () => {
      const outcome = await untilKnown(() => used.gateway().authorize(aRequest(succeeds, { offSession: true })));
      expect(outcome.kind).to.equal('declined');
    });
  }

  if (loseNextResponse !== undefined) {
    it('are saved and removed once when a response was lost', async () => {
      const request = aSaveRequest();
      loseNextResponse(used.opened());
      expect((await methods().save(request)).kind).to.equal('unknown');
      const { reference } = await saved(request);
      const count = await subject.savedCountOf?.(used.opened(), request);
      if (count !== undefined) expect(count).to.equal(1);
      loseNextResponse(used.opened());
      const remove = () => methods().remove({ key: request.key, reference });
      expect((await remove()).kind).to.equal('unknown');
      expect(await untilKnown(remove)).to.deep.equal({ kind: 'removed' });
    });
  }

  if (failNextRequest !== undefined) {
    it('are of unknown outcome when the provider fails', async () => {
      const request = aSaveRequest();
      failNextRequest(used.opened());
      expect((await methods().save(request)).kind).to.equal('unknown');
      const { request: other, reference } = await saved();
      failNextRequest(used.opened());
      expect((await methods().remove({ key: other.key, reference })).kind).to.equal('unknown');
    });
  }
};
