import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { type GatewayCall, makeGuardedGateway } from '#adapters/payment-gateways/guarded-gateway.ts';
import type { ChargeName, LookUpOutcome, PaymentGateway } from '#core/payments/payment-gateway.ts';
import { clockAt, NOON } from '../../support/builders/builders.ts';
import { aPayment } from '../../support/builders/payment-builders.ts';
import { aGate } from '../../support/gate.ts';
import { aLog } from '../../support/log.ts';

const CHARGE: ChargeName = { key: aPayment().id, reference: null };
const NOT_FOUND: LookUpOutcome = { kind: 'not_found' };
const DOWN: LookUpOutcome = { kind: 'unreachable', why: 'it is down' };
const TIMED_OUT = { kind: 'unknown', why: 'the gateway did not respond in time' };
const AT_REST = { kind: 'unreachable', why: 'the gateway was unreachable before' };
const REST_MS = 500;

/** A guarded gateway whose look-ups behave as scripted, and its logged calls. */
const aGuarded = (change: Partial<PaymentGateway> = {}) => {
  const calls: GatewayCall[] = [];
  const called: string[] = [];
  const noted =
    <T>(what: string, response: T) =>
    async (): Promise<T> => {
      called.push(what);
      return response;
    };
  const gateway: PaymentGateway = {
    name: 'acme',
    isManual: true,
    tokenError: (token) => (token === 'good' ? undefined : 'must be good'),
    authorize: noted('authorize', { kind: 'captured', reference: 'ch_1' } as const),
    capture: noted('capture', { kind: 'captured', isClosed: false } as const),
    void: noted('void', { kind: 'voided' } as const),
    refund: noted('refund', { kind: 'refunded', reference: 're_1' } as const),
    lookUp: noted('lookUp', NOT_FOUND),
    verify: noted('verify', { kind: 'refused', why: 'is not signed' } as const),
    ...change,
  };
  const { log, lines } = aLog();
  const observe = (call: GatewayCall): void => void calls.push(call);
  const guarded = makeGuardedGateway(gateway, {
    observe,
    log,
    systemClock: clockAt(NOON),
    timeoutMs: 40,
    restMs: REST_MS,
  });
  return { guarded, called, calls, lines, outcomes: () => calls.map(({ outcome }) => outcome) };
};

/** A gateway with scripted responses; the last one repeats. */
const respondingWith = (...responses: (() => Promise<LookUpOutcome>)[]) => {
  let count = 0;
  const lookUp = (): Promise<LookUpOutcome> => {
    count += 1;
    return (responses[count - 1] ?? responses.at(-1) ?? (async () => NOT_FOUND))();
  };
  return { ...aGuarded({ lookUp }), lookUpCount: () => count };
};

const runPeriodically = async (times: number, lookUp: () => Promise<LookUpOutcome>): Promise<LookUpOutcome[]> => {
  const outcomes: LookUpOutcome[] = [];
  for (let time = 0; time < times; time += 1) outcomes.push(await lookUp());
  return outcomes;
};

const down = async () => DOWN;
const up = async () => NOT_FOUND;
const never = () => new Promise<never>(() => {});
const broken = () => Promise.reject(new TypeError('It is broken.'));

describe('a guarded gateway', () => {
  it('delegates each call to the gateway and counts it', async () => {
    const { guarded, called, calls } = aGuarded();
    const { id: key, payableId, amount } = aPayment();
    const request = { key, amount, token: 'good', captureMethod: 'automatic', payableId, returnUrl: null } as const;
    const responses = [
      await guarded.authorize(request),
      await guarded.capture({ key: 'cap_1', charge: CHARGE, amount, isLast: true }),
      await guarded.void({ key: 'void_1', charge: CHARGE }),
      await guarded.refund({ key: 're_1', charge: CHARGE, amount, reason: null }),
      await guarded.lookUp(CHARGE),
      await guarded.verify({ headers: {}, body: new Uint8Array(), at: NOON }),
    ];
    expect(responses.map(({ kind }) => kind)).to.deep.equal([
      'captured',
      'captured',
      'voided',
      'refunded',
      'not_found',
      'refused',
    ]);
    expect(called).to.deep.equal(['authorize', 'capture', 'void', 'refund', 'lookUp', 'verify']);
    expect(calls.map(({ gateway, operation, outcome }) => [gateway, operation, outcome])).to.deep.equal([
      ['acme', 'authorize', 'captured'],
      ['acme', 'capture', 'captured'],
      ['acme', 'void', 'voided'],
      ['acme', 'refund', 'refunded'],
      ['acme', 'look_up', 'not_found'],
    ]);
    expect(calls.every(({ seconds }) => seconds >= 0 && seconds < 1)).to.equal(true);
  });

  it('delegates the calls of saved methods, times them out and counts them', async () => {
    const save = { key: 'pm_1', token: 'good', userId: 'usr_1', returnUrl: null } as const;
    const remove = { key: 'pm_1', reference: 'r' } as const;
    const { guarded, calls, lines } = aGuarded({
      savedMethods: { save: never, remove: async () => ({ kind: 'removed' }) },
    });
    expect(await guarded.savedMethods?.save(save)).to.deep.equal(TIMED_OUT);
    expect(await guarded.savedMethods?.remove(remove)).to.deep.equal({ kind: 'removed' });
    expect(calls.map(({ operation, outcome }) => [operation, outcome])).to.deep.equal([
      ['save_method', 'unknown'],
      ['remove_method', 'removed'],
    ]);
    expect(lines[0]?.fields).to.include({ payment_method_id: 'pm_1' });
    expect(aGuarded().guarded.savedMethods).to.equal(undefined);
  });

  it('delegates the token check', () => {
    const { guarded } = aGuarded();
    const { name, isManual } = guarded;
    expect([name, isManual, guarded.tokenError('good'), guarded.tokenError('bad')]).to.deep.equal([
      'acme',
      true,
      undefined,
      'must be good',
    ]);
  });

  it('times out a call, with an unknown outcome', async () => {
    const { guarded, calls, outcomes } = respondingWith(never);
    expect(await guarded.lookUp(CHARGE)).to.deep.equal(TIMED_OUT);
    expect(outcomes()).to.deep.equal(['unknown']);
    expect(calls[0]?.seconds).to.be.within(0.03, 1);
  });

  it('times out a webhook verification as unknown, not as refused', async () => {
    const { guarded, calls } = aGuarded({ verify: never });
    const webhook = { headers: {}, body: new Uint8Array(), at: NOON };
    expect(await guarded.verify(webhook)).to.deep.equal(TIMED_OUT);
    expect(calls).to.deep.equal([]);
  });

  it('passes exceptions on, counts them as errors, and stays closed', async () => {
    const { guarded, outcomes, lookUpCount } = respondingWith(broken);
    for (let time = 0; time < 7; time += 1) {
      const error = await guarded.lookUp(CHARGE).catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(TypeError).with.property('message', 'It is broken.');
    }
    expect(lookUpCount()).to.equal(7);
    expect(outcomes()).to.deep.equal(Array.from({ length: 7 }, () => 'unknown'));
  });

  for (const [what, failing, outcome] of [
    ['did not reach it', down, DOWN],
    ['were not answered', never, TIMED_OUT],
  ] as const) {
    it(`opens for a moment after five consecutive calls that ${what}, and logs it`, async () => {
      const { guarded, outcomes, lookUpCount, lines } = respondingWith(failing);
      const outcomesOfAll = await runPeriodically(7, () => guarded.lookUp(CHARGE));
      expect(outcomesOfAll).to.deep.equal([outcome, outcome, outcome, outcome, outcome, AT_REST, AT_REST]);
      expect(lookUpCount()).to.equal(5);
      expect(outcomes().slice(4)).to.deep.equal([outcome.kind, 'unreachable', 'unreachable']);
      const message = 'payment gateway circuit opened';
      expect(lines.filter((line) => line.message === message)).to.deep.equal([
        { level: 'warn', fields: { gateway: 'acme' }, message },
      ]);
      const { kind, why } = outcome as Extract<LookUpOutcome, { why: string }>;
      const fields = { payment_id: CHARGE.key, gateway: 'acme', operation: 'look_up', outcome: kind, why };
      const line = { level: 'warn', fields, message: 'payment gateway call without outcome' };
      expect(lines.filter((each) => each.message !== message)).to.deep.equal(Array.from({ length: 5 }, () => line));
    });
  }

  it('shows an invented outcome as unknown in the metrics', async () => {
    const { guarded, outcomes } = respondingWith(async () => ({ kind: 'succeeded' }) as never);
    await guarded.lookUp(CHARGE);
    expect(outcomes()).to.deep.equal(['unknown']);
  });

  it('rejects a token error that is no text', () => {
    const { guarded } = aGuarded({ tokenError: () => ({ wrong: true }) as never });
    expect(() => guarded.tokenError('x')).to.throw('tokenError of the gateway acme must return a string or undefined.');
  });

  it('stays closed when one of five calls got a response', async () => {
    const { guarded, lookUpCount } = respondingWith(down, down, down, down, up, down, down, down, down, up);
    await runPeriodically(10, () => guarded.lookUp(CHARGE));
    expect(lookUpCount()).to.equal(10);
  });

  it('stays closed for declined and unknown outcomes', async () => {
    const unknown = { kind: 'unknown', why: 'it was lost' } as const;
    const { guarded, lookUpCount } = respondingWith(async () => unknown);
    await runPeriodically(8, () => guarded.lookUp(CHARGE));
    expect(lookUpCount()).to.equal(8);
  });

  it('half-opens with one call, while others wait, and closes when it gets a response', async () => {
    const { opened, open } = aGate();
    const first = async () => {
      await opened;
      return NOT_FOUND;
    };
    const { guarded, lookUpCount, lines } = respondingWith(down, down, down, down, down, first, up);
    await runPeriodically(5, () => guarded.lookUp(CHARGE));
    await sleep(REST_MS + 20);
    const trying = [guarded.lookUp(CHARGE), guarded.lookUp(CHARGE), guarded.lookUp(CHARGE)];
    await sleep(1);
    expect(lookUpCount()).to.equal(6);
    open();
    expect(await Promise.all(trying)).to.deep.equal([NOT_FOUND, NOT_FOUND, NOT_FOUND]);
    const ofCircuit = lines.filter(({ message }) => message.includes('circuit'));
    expect(ofCircuit.map(({ level, message }) => [level, message])).to.deep.equal([
      ['warn', 'payment gateway circuit opened'],
      ['info', 'payment gateway circuit closed'],
    ]);
  });

  it('opens again when that call fails to reach the gateway', async () => {
    const { guarded, lookUpCount } = respondingWith(down);
    await runPeriodically(5, () => guarded.lookUp(CHARGE));
    await sleep(REST_MS + 20);
    expect(await runPeriodically(2, () => guarded.lookUp(CHARGE))).to.deep.equal([DOWN, AT_REST]);
    expect(lookUpCount()).to.equal(6);
  });

  it('tells its last success and its last failure, and the state of its circuit', async () => {
    const { guarded } = respondingWith(
      async () => NOT_FOUND,
      ...Array.from({ length: 5 }, () => async () => DOWN),
      async () => NOT_FOUND,
    );
    expect(guarded.health()).to.deep.equal({
      circuit: 'closed',
      lastSuccessAt: null,
      lastFailure: null,
      lastWebhookAt: null,
    });
    await guarded.lookUp(CHARGE);
    expect(guarded.health()).to.deep.equal({
      circuit: 'closed',
      lastSuccessAt: NOON,
      lastFailure: null,
      lastWebhookAt: null,
    });
    await runPeriodically(5, () => guarded.lookUp(CHARGE));
    const lastFailure = { at: NOON, operation: 'look_up', outcome: 'unreachable' };
    expect(guarded.health()).to.deep.equal({ circuit: 'open', lastSuccessAt: NOON, lastFailure, lastWebhookAt: null });
    await sleep(REST_MS * 2);
    await guarded.lookUp(CHARGE);
    expect(guarded.health()).to.deep.equal({
      circuit: 'closed',
      lastSuccessAt: NOON,
      lastFailure,
      lastWebhookAt: null,
    });
  });
});
