import { expect } from 'chai';
import type { Charge, ChargeName } from '#core/payments/payment-gateway.ts';
import { ids } from '../../support/builders/builders.ts';
import {
  aCharge,
  type GatewayInUse,
  type GatewayUnderTest,
  untilKnown,
  usd,
  useGateway,
} from './gateway-under-test.ts';

const lookedUp = async ({ gateway }: GatewayInUse, charge: ChargeName): Promise<Charge> => {
  const outcome = await untilKnown(() => gateway().lookUp(charge));
  if (outcome.kind !== 'found') throw new Error(`The charge is ${outcome.kind}.`);
  return outcome.charge;
};

/** Failed refunds and disputes, as the gateway reports them. */
export const gatewayReversalsContract = (subject: GatewayUnderTest): void => {
  const used = useGateway(subject);
  failedRefundsContract(used, subject.failRefund);
  disputesContract(used, subject.dispute);
};

const failedRefundsContract = (used: GatewayInUse, fail: GatewayUnderTest['failRefund']): void => {
  if (fail === undefined) return;

  it('report a refund that fails after it has succeeded, by its key, and count it as refunded no more', async () => {
    const charge = await aCharge(used);
    const [kept, failing] = [ids.next('re'), ids.next('re')];
    for (const [key, amount] of [
      [kept, usd(10_00n)],
      [failing, usd(25_00n)],
    ] as const) {
      expect(await untilKnown(() => used.gateway().refund({ key, charge, amount, reason: null }))).to.include({
        kind: 'refunded',
      });
    }
    expect(await lookedUp(used, charge)).to.deep.include({ refunded: usd(35_00n) });
    await fail(used.opened(), charge, failing, 25_00n);
    const { refunded, failedRefunds = [], captured, status } = await lookedUp(used, charge);
    expect([refunded, captured, status]).to.deep.equal([usd(10_00n), usd(100_00n), 'captured']);
    expect(failedRefunds.map(({ key, amount }) => [key, amount])).to.deep.equal([[failing, usd(25_00n)]]);
    expect(failedRefunds[0]?.failure.code).to.match(/^[a-z][a-z0-9_]*$/);
    expect(failedRefunds[0]?.failure.message).to.match(/^[A-Z].*\.$/);
  });
};

const disputesContract = (used: GatewayInUse, dispute: GatewayUnderTest['dispute']): void => {
  if (dispute === undefined) return;

  for (const end of ['won', 'lost'] as const) {
    it(`report a dispute that is opened and ${end}, under one reference`, async () => {
      const charge = await aCharge(used);
      expect((await lookedUp(used, charge)).disputes ?? []).to.deep.equal([]);
      await dispute(used.opened(), charge, 'open');
      const { disputes: [open] = [], refunded } = await lookedUp(used, charge);
      expect(open).to.deep.include({ status: 'open', amount: usd(100_00n), closedAt: null });
      expect(open?.reason).to.match(/^[a-z][a-z0-9_]*$/);
      expect(open?.openedAt).to.be.instanceOf(Date);
      expect(refunded).to.deep.equal(usd(0n));
      await dispute(used.opened(), charge, end);
      const closed = await lookedUp(used, charge);
      expect(closed.disputes).to.have.length(1);
      expect(closed.disputes?.[0]).to.deep.include({ status: end, amount: usd(100_00n), reference: open?.reference });
      // a lost dispute is no refund
      expect(closed.refunded).to.deep.equal(usd(0n));
    });
  }
};
