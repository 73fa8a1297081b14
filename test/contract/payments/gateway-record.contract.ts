import { expect } from 'chai';
import type { Charge, ChargeName } from '#core/payments/payment-gateway.ts';
import { ids } from '../../support/builders/builders.ts';
import {
  aCharge,
  aRequest,
  type GatewayInUse,
  type GatewayUnderTest,
  moneyOf,
  untilKnown,
  usd,
  useGateway,
} from './gateway-under-test.ts';

/** Amounts in currencies with two, no and three decimals, each divisible by 10. */
const AMOUNTS = [moneyOf(1234_50n, 'EUR'), moneyOf(1990n, 'JPY'), moneyOf(12_300n, 'KWD')];

const lookedUp = async ({ gateway }: GatewayInUse, charge: ChargeName): Promise<Charge> => {
  const outcome = await untilKnown(() => gateway().lookUp(charge));
  if (outcome.kind !== 'found') throw new Error(`The charge is ${outcome.kind}.`);
  return outcome.charge;
};

/** The gateway's view of a charge at every step. */
export const gatewayRecordContract = (subject: GatewayUnderTest): void => {
  const used = useGateway(subject);
  if (!subject.isRecorded) {
    it('cannot tell the state of a charge', async () => {
      const charge = await aCharge(used);
      expect(await untilKnown(() => used.gateway().lookUp(charge))).to.deep.equal({ kind: 'cannot_tell' });
    });
    return;
  }
  stepsContract(used);
  payersContract(used);
};

/** Captures a part of a charge. @returns whether that closed it. */
const captureInPart = async ({ gateway }: GatewayInUse, charge: ChargeName): Promise<boolean> => {
  const request = { key: ids.next('cap'), charge, amount: usd(60_00n), isLast: false };
  const outcome = await untilKnown(() => gateway().capture(request));
  expect(outcome.kind).to.equal('captured');
  return outcome.kind === 'captured' && outcome.isClosed;
};

const stepsContract = (used: GatewayInUse): void => {
  it('follows a charge from capture to refund', async () => {
    const { key, reference } = await aCharge(used);
    expect(reference).to.be.a('string');
    const captured = { reference, status: 'captured', captured: usd(100_00n), refunded: usd(0n) };
    expect(await lookedUp(used, { key, reference })).to.deep.equal(captured);
    const byKey = await untilKnown(() => used.gateway().lookUp({ key, reference: null }));
    const found = { kind: 'found', charge: captured };
    expect(byKey).to.deep.be.oneOf(used.subject.isFoundByKey ? [found] : [found, { kind: 'not_found' }]);
    const request = { key: ids.next('re'), charge: { key, reference }, amount: usd(99_99n), reason: null };
    await untilKnown(() => used.gateway().refund(request));
    expect(await lookedUp(used, { key, reference })).to.deep.equal({ ...captured, refunded: usd(99_99n) });
  });

  it('follows a charge from authorization to capture, and counts the voided part as neither', async () => {
    const charge = await aCharge(used, { captureMethod: 'manual' });
    const authorized = { reference: charge.reference, status: 'authorized', captured: usd(0n), refunded: usd(0n) };
    expect(await lookedUp(used, charge)).to.deep.equal(authorized);
    const isClosed = await captureInPart(used, charge);
    const status = isClosed ? 'captured' : 'authorized';
    expect(await lookedUp(used, charge)).to.deep.equal({ ...authorized, status, captured: usd(60_00n) });
    if (!isClosed) await untilKnown(() => used.gateway().void({ key: ids.next('void'), charge }));
    expect(await lookedUp(used, charge)).to.deep.equal({ ...authorized, status: 'captured', captured: usd(60_00n) });
  });

  it('follows a charge that was captured in part to its refund', async () => {
    const charge = await aCharge(used, { captureMethod: 'manual' });
    const isClosed = await captureInPart(used, charge);
    if (!isClosed) await untilKnown(() => used.gateway().void({ key: ids.next('void'), charge }));
    const closed = await lookedUp(used, charge);
    const refundRequest = { key: ids.next('re'), charge, amount: usd(40_00n), reason: null };
    await untilKnown(() => used.gateway().refund(refundRequest));
    expect(await lookedUp(used, charge)).to.deep.equal({ ...closed, refunded: usd(40_00n) });
  });

  it('shows a voided charge without captures or refunds', async () => {
    const charge = await aCharge(used, { captureMethod: 'manual' });
    await untilKnown(() => used.gateway().void({ key: ids.next('void'), charge }));
    const { status, captured, refunded } = await lookedUp(used, charge);
    expect({ status, captured, refunded }).to.deep.equal({ status: 'voided', captured: usd(0n), refunded: usd(0n) });
  });

  for (const amount of AMOUNTS) {
    it(`records nine tenths captured and one tenth refunded exactly in ${amount.currency}`, async () => {
      const charge = await aCharge(used, { captureMethod: 'manual', amount });
      const part = moneyOf(amount.minor - amount.minor / 10n, amount.currency);
      await untilKnown(() => used.gateway().capture({ key: ids.next('cap'), charge, amount: part, isLast: true }));
      const tenth = moneyOf(amount.minor / 10n, amount.currency);
      await untilKnown(() => used.gateway().refund({ key: ids.next('re'), charge, amount: tenth, reason: null }));
      const { captured, refunded } = await lookedUp(used, charge);
      expect({ captured, refunded }).to.deep.equal({ captured: part, refunded: tenth });
      const record = await used.subject.recordOf?.(used.opened(), charge.key);
      if (record) expect(record).to.deep.equal({ charges: 1, captured: part.minor, refunded: tenth.minor });
    });
  }
};

const payersContract = (used: GatewayInUse): void => {
  const { declines, requiresAction } = used.subject.tokens;

  if (declines !== undefined) {
    it('shows the reason of a decline', async () => {
      const request = aRequest(declines);
      const outcome = await untilKnown(() => used.gateway().authorize(request));
      if (outcome.kind !== 'declined') throw new Error(`It is ${outcome.kind}.`);
      const charge = await lookedUp(used, { key: request.key, reference: outcome.reference });
      expect(charge).to.include({ status: 'declined' });
      expect(charge.captured).to.deep.equal(usd(0n));
      expect(charge.failure).to.deep.equal({ code: outcome.code, message: outcome.message });
    });
  }

  if (requiresAction !== undefined) waitingContract(used, requiresAction);
};

const waitingContract = (used: GatewayInUse, token: string): void => {
  const { completeAction } = used.subject;

  const waiting = async (captureMethod: 'automatic' | 'manual') => {
    const request = aRequest(token, { captureMethod });
    const outcome = await untilKnown(() => used.gateway().authorize(request));
    if (outcome.kind !== 'requires_action') throw new Error(`It is ${outcome.kind}.`);
    const { reference, redirectUrl } = outcome;
    return { charge: { key: request.key, reference }, redirectUrl };
  };

  it('shows the redirect URL of a charge that requires action', async () => {
    const { charge, redirectUrl } = await waiting('automatic');
    expect(await lookedUp(used, charge)).to.include({ status: 'requires_action', redirectUrl });
  });

  it('shows a charge as voided when the payer acted too late', async () => {
    const { charge } = await waiting('automatic');
    expect(await untilKnown(() => used.gateway().void({ key: ids.next('void'), charge }))).to.deep.equal({
      kind: 'voided',
    });
    expect(await lookedUp(used, charge)).to.include({ status: 'voided' });
  });

  if (completeAction === undefined) return;
  for (const [captureMethod, status] of [
    ['automatic', 'captured'],
    ['manual', 'authorized'],
  ] as const) {
    it(`is ${status} after the payer acted`, async () => {
      const { charge } = await waiting(captureMethod);
      await completeAction(used.opened(), charge);
      expect(await lookedUp(used, charge)).to.include({ status });
    });
  }
};
