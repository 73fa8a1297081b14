import { expect } from 'chai';
import type { CaptureOutcome, ChargeName } from '#core/payments/payment-gateway.ts';
import type { Money } from '#core/shared/money.ts';
import { ids } from '../../support/builders/builders.ts';
import {
  aCharge,
  type GatewayInUse,
  type GatewayUnderTest,
  untilKnown,
  usd,
  useGateway,
} from './gateway-under-test.ts';

type CaptureInput = Readonly<{ amount: Money; isLast?: boolean }>;

/** Captures a part; not the last one by default. */
const capture = ({ gateway }: GatewayInUse, charge: ChargeName, part: CaptureInput): Promise<CaptureOutcome> => {
  const request = { key: ids.next('cap'), charge, isLast: false, ...part };
  return untilKnown(() => gateway().capture(request));
};

const voided = ({ gateway }: GatewayInUse, charge: ChargeName) => {
  const request = { key: ids.next('void'), charge };
  return untilKnown(() => gateway().void(request));
};

/** The captured amount by the gateway's record. */
const takenOf = async ({ gateway }: GatewayInUse, charge: ChargeName): Promise<Money | undefined> => {
  const outcome = await untilKnown(() => gateway().lookUp(charge));
  return outcome.kind === 'found' ? outcome.charge.captured : undefined;
};

const OPEN = { kind: 'captured', isClosed: false };
const CLOSED = { kind: 'captured', isClosed: true };

/** Authorization and later capture. */
export const gatewayCapturesContract = (subject: GatewayUnderTest): void => {
  const used = useGateway(subject);

  it('cover the full authorized amount', async () => {
    const charge = await aCharge(used, { captureMethod: 'manual' });
    expect(await capture(used, charge, { amount: usd(100_00n), isLast: true })).to.deep.equal(CLOSED);
  });

  it('are impossible after a void', async () => {
    const charge = await aCharge(used, { captureMethod: 'manual' });
    expect(await voided(used, charge)).to.deep.equal({ kind: 'voided' });
  });

  if (subject.captures === 'several') {
    it('cover the authorized amount in parts', async () => {
      const charge = await aCharge(used, { captureMethod: 'manual' });
      expect(await capture(used, charge, { amount: usd(30_00n) })).to.deep.equal(OPEN);
      expect(await capture(used, charge, { amount: usd(69_99n) })).to.deep.equal(OPEN);
      expect(await capture(used, charge, { amount: usd(1n), isLast: true })).to.deep.equal(CLOSED);
    });

    it('leave a remainder that can be voided', async () => {
      const charge = await aCharge(used, { captureMethod: 'manual' });
      await capture(used, charge, { amount: usd(30_00n) });
      expect(await voided(used, charge)).to.deep.equal({ kind: 'voided' });
    });
  } else {
    it('report that the gateway voids the remainder with the first capture', async () => {
      const charge = await aCharge(used, { captureMethod: 'manual' });
      expect(await capture(used, charge, { amount: usd(30_00n) })).to.deep.equal(CLOSED);
      expect(await capture(used, charge, { amount: usd(1n) })).to.include({ kind: 'declined' });
    });
  }

  if (subject.isRecorded) recordedContract(used);
};

const recordedContract = (used: GatewayInUse): void => {
  it('fail beyond the authorized amount', async () => {
    const charge = await aCharge(used, { captureMethod: 'manual' });
    const beyond = await capture(used, charge, { amount: usd(100_01n), isLast: true });
    expect(beyond.kind).to.equal('declined');
    expect(beyond).to.have.property('code').that.is.a('string').and.is.not.empty;
    expect(await takenOf(used, charge)).to.deep.equal(usd(0n));
    expect(await capture(used, charge, { amount: usd(100_00n), isLast: true })).to.deep.equal(CLOSED);
    expect(await capture(used, charge, { amount: usd(1n), isLast: true })).to.include({ kind: 'declined' });
    expect(await takenOf(used, charge)).to.deep.equal(usd(100_00n));
  });

  it('fail beyond the remainder, also concurrently', async () => {
    const charge = await aCharge(used, { captureMethod: 'manual' });
    const outcomes = await Promise.all(
      [60_00n, 60_00n, 60_00n].map((part) => capture(used, charge, { amount: usd(part) })),
    );
    expect(outcomes.filter(({ kind }) => kind === 'captured')).to.have.length(1);
    expect(outcomes.filter(({ kind }) => kind === 'declined')).to.have.length(2);
    expect(await takenOf(used, charge)).to.deep.equal(usd(60_00n));
  });

  it('fail after a void', async () => {
    const charge = await aCharge(used, { captureMethod: 'manual' });
    await voided(used, charge);
    expect(await capture(used, charge, { amount: usd(1n) })).to.include({ kind: 'declined' });
    expect(await takenOf(used, charge)).to.deep.equal(usd(0n));
  });

  it('cannot be voided twice', async () => {
    const charge = await aCharge(used);
    expect(await voided(used, charge)).to.include({ kind: 'declined' });
    expect(await takenOf(used, charge)).to.deep.equal(usd(100_00n));
  });
};
