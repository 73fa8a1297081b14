import { expect } from 'chai';
import type { ChargeName, RefundOutcome } from '#core/payments/payment-gateway.ts';
import { ids } from '../../support/builders/builders.ts';
import {
  aCharge,
  type GatewayInUse,
  type GatewayUnderTest,
  untilKnown,
  usd,
  useGateway,
} from './gateway-under-test.ts';

/** Refunds a part, repeating the key while the gateway processes it. */
const refund = ({ gateway }: GatewayInUse, charge: ChargeName, minor: bigint): Promise<RefundOutcome> => {
  const request = { key: ids.next('re'), charge, amount: usd(minor), reason: 'It came broken: “très” 李.' };
  return untilKnown(() => gateway().refund(request));
};

const givenBack = async ({ gateway }: GatewayInUse, charge: ChargeName) => {
  const outcome = await untilKnown(() => gateway().lookUp(charge));
  return outcome.kind === 'found' ? outcome.charge.refunded : undefined;
};

/** Refunds of captured amounts. */
export const gatewayRefundsContract = (subject: GatewayUnderTest): void => {
  const used = useGateway(subject);

  it('return the full amount', async () => {
    const charge = await aCharge(used);
    const outcome = await refund(used, charge, 100_00n);
    expect(outcome.kind).to.equal('refunded');
    expect(outcome).to.have.property('reference').that.is.a('string').and.is.not.empty;
  });

  it('return parts, each with its own reference', async () => {
    const charge = await aCharge(used);
    const outcomes = [
      await refund(used, charge, 1n),
      await refund(used, charge, 60_00n),
      await refund(used, charge, 39_99n),
    ];
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(['refunded', 'refunded', 'refunded']);
    expect(new Set(outcomes.map((outcome) => 'reference' in outcome && outcome.reference)).size).to.equal(3);
  });

  if (subject.isRecorded) {
    it('return nothing beyond the captured amount', async () => {
      const charge = await aCharge(used);
      const beyond = await refund(used, charge, 100_01n);
      expect(beyond.kind).to.equal('declined');
      expect(beyond).to.have.property('code').that.is.a('string').and.is.not.empty;
      await refund(used, charge, 60_00n);
      expect(await refund(used, charge, 40_01n)).to.include({ kind: 'declined' });
      expect(await givenBack(used, charge)).to.deep.equal(usd(60_00n));
    });

    it('never exceed the captured amount under concurrency', async () => {
      const charge = await aCharge(used);
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => refund(used, charge, 30_00n)));
      expect(outcomes.filter(({ kind }) => kind === 'refunded')).to.have.length(3);
      expect(outcomes.filter(({ kind }) => kind === 'declined')).to.have.length(7);
      expect(await givenBack(used, charge)).to.deep.equal(usd(90_00n));
    });

    it('return nothing of an uncaptured authorization', async () => {
      const charge = await aCharge(used, { captureMethod: 'manual' });
      expect(await refund(used, charge, 1n)).to.include({ kind: 'declined' });
      expect(await givenBack(used, charge)).to.deep.equal(usd(0n));
    });
  }
};
