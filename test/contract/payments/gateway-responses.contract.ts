import { expect } from 'chai';
import type { ChargeName, PaymentGateway } from '#core/payments/payment-gateway.ts';
import { ids } from '../../support/builders/builders.ts';
import {
  aCharge,
  aRequest,
  type GatewayInUse,
  type GatewayRecord,
  type GatewayUnderTest,
  isUnknown,
  untilKnown,
  usd,
  useGateway,
} from './gateway-under-test.ts';

type Outcome = Readonly<{ kind: string; reference?: string | null }>;

/** A repeatable request, its charge, and the gateway's record after it. */
type Repeatable = Readonly<{ send(): Promise<Outcome>; charge: ChargeName; record: GatewayRecord }>;

const UNCAPTURED_CHARGE = { charges: 1, captured: 0n, refunded: 0n };

const authorizing = async ({ subject, gateway }: GatewayInUse, captureMethod: 'automatic' | 'manual') => {
  const request = aRequest(subject.tokens.succeeds, { captureMethod });
  return {
    send: () => gateway().authorize(request),
    charge: { key: request.key, reference: null },
    record: { ...UNCAPTURED_CHARGE, captured: captureMethod === 'manual' ? 0n : 100_00n },
  };
};

const capturing = async (used: GatewayInUse) => {
  const charge = await aCharge(used, { captureMethod: 'manual' });
  const request = { key: ids.next('cap'), charge, amount: usd(30_00n), isLast: false };
  return { send: () => used.gateway().capture(request), charge, record: { ...UNCAPTURED_CHARGE, captured: 30_00n } };
};

const voiding = async (used: GatewayInUse) => {
  const charge = await aCharge(used, { captureMethod: 'manual' });
  const request = { key: ids.next('void'), charge };
  return { send: () => used.gateway().void(request), charge, record: UNCAPTURED_CHARGE };
};

const refunding = async (used: GatewayInUse) => {
  const charge = await aCharge(used);
  const request = { key: ids.next('re'), charge, amount: usd(30_00n), reason: null };
  return {
    send: () => used.gateway().refund(request),
    charge,
    record: { ...UNCAPTURED_CHARGE, captured: 100_00n, refunded: 30_00n },
  };
};

const REQUESTS: Readonly<Record<string, (used: GatewayInUse) => Promise<Repeatable>>> = {
  'to charge an amount': (used) => authorizing(used, 'automatic'),
  'to authorize an amount': (used) => authorizing(used, 'manual'),
  'to capture a part': capturing,
  'to void': voiding,
  'to refund a part': refunding,
};

/** Repeated requests and lost responses. */
export const gatewayResponsesContract = (subject: GatewayUnderTest): void => {
  const used = useGateway(subject);

  /** Every operation of the gateway has one effect. */
  const requireOneEffect = async ({ charge, record }: Repeatable, outcome: Outcome): Promise<void> => {
    if (subject.recordOf) expect(await subject.recordOf(used.opened(), charge.key)).to.deep.equal(record);
    if (!subject.isRecorded) return;
    const reference = charge.reference ?? outcome.reference ?? null;
    expect(await lookUpAmounts(used.gateway(), { ...charge, reference })).to.deep.equal(recordedAmounts(record));
  };

  it('of a gateway over a network can be made to fail by the suite', () => {
    if (subject.isLocal) return;
    for (const hook of ['loseNextResponse', 'failNextRequest'] as const) {
      expect(subject[hook], `${hook}, unless the gateway is declared with isLocal`).to.be.a('function');
    }
  });

  for (const [name, make] of Object.entries(REQUESTS)) {
    it(`have one effect when repeated: ${name}`, async () => {
      const request = await make(used);
      const first = await untilKnown(request.send);
      expect(await untilKnown(request.send)).to.deep.equal(first);
      expect(await untilKnown(request.send)).to.deep.equal(first);
      await requireOneEffect(request, first);
    });

    it(`have one effect when sent ten times concurrently: ${name}`, async () => {
      const request = await make(used);
      const outcomes = await Promise.all(Array.from({ length: 10 }, request.send));
      const last = await untilKnown(request.send);
      for (const outcome of outcomes) if (!isUnknown(outcome)) expect(outcome).to.deep.equal(last);
      expect(last.kind).to.be.oneOf(['captured', 'authorized', 'voided', 'refunded']);
      await requireOneEffect(request, last);
    });

    const { loseNextResponse, failNextRequest } = subject;
    if (failNextRequest !== undefined) {
      it(`are of unknown outcome when the provider fails: ${name}`, async () => {
        const request = await make(used);
        failNextRequest(used.opened());
        expect((await request.send()).kind).to.equal('unknown');
        // a provider may repeat its error under the same key, so the outcome may stay unknown but must not become a decline
        expect((await request.send()).kind).to.not.be.oneOf(['declined', 'invalid_token', 'unreachable']);
      });
    }

    if (loseNextResponse !== undefined) {
      it(`have one effect when the first response was lost: ${name}`, async () => {
        const request = await make(used);
        loseNextResponse(used.opened());
        expect((await request.send()).kind).to.equal('unknown');
        const known = await lookUpAmounts(used.gateway(), request.charge);
        if (known && subject.isRecorded) expect(known).to.deep.equal(recordedAmounts(request.record));
        const outcome = await untilKnown(request.send);
        expect(outcome.kind).to.be.oneOf(['captured', 'authorized', 'voided', 'refunded']);
        await requireOneEffect(request, outcome);
      });
    }
  }

  if (subject.tokens.declines !== undefined) declinedAgainContract(used, subject.tokens.declines);
};

const declinedAgainContract = (used: GatewayInUse, token: string): void => {
  it('are declined again without a charge', async () => {
    const request = aRequest(token);
    const first = await untilKnown(() => used.gateway().authorize(request));
    expect(first.kind).to.equal('declined');
    expect(await untilKnown(() => used.gateway().authorize(request))).to.deep.equal(first);
    const record = await used.subject.recordOf?.(used.opened(), request.key);
    expect(record?.captured ?? 0n).to.equal(0n);
  });
};

const recordedAmounts = ({ captured, refunded }: GatewayRecord) => ({
  captured: usd(captured),
  refunded: usd(refunded),
});

/** The captured and refunded amounts of a charge, if the gateway reports them. */
const lookUpAmounts = async (gateway: PaymentGateway, name: ChargeName) => {
  const outcome = await untilKnown(() => gateway.lookUp(name));
  if (outcome.kind !== 'found') return undefined;
  const { captured, refunded } = outcome.charge;
  return { captured, refunded };
};
