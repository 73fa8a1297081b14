import { expect } from 'chai';
import { Payment } from '#core/payments/payment.ts';
import { momentAt, NOON, noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import {
  aPayment,
  authorized,
  awaitingPayer,
  captured,
  capturing,
  everyPayment,
  FAILURE,
  failed,
  LATER,
  refunded,
  refunding,
  voided,
  voiding,
} from '../../support/builders/payment-builders.ts';
import { thrownBy } from '../../support/rejection.ts';

const CENT = dollars(0.01);
const ZERO_USD = dollars(0);
const AT = noonPlus(120);

/** The operations allowed for each payment, and the state reported for the others. */
const BEGINNINGS: Readonly<Record<string, readonly [capture: string, cancel: string, refund: string]>> = {
  'that is processing': ['processing', 'processing', 'processing'],
  'whose payer has something to do': ['requires_action', 'begun', 'requires_action'],
  'whose payer has something to do, being voided': ['processing', 'processing', 'processing'],
  'that is held': ['begun', 'begun', 'authorized'],
  'that is held, being voided': ['processing', 'processing', 'processing'],
  'that is held, a part being captured': ['processing', 'processing', 'authorized'],
  'that is held, all being captured': ['processing', 'processing', 'authorized'],
  'that was captured in part': ['begun', 'begun', 'begun'],
  'that was captured in part, the rest being voided': ['processing', 'processing', 'begun'],
  'that was captured in part and refunded': ['begun', 'begun', 'refunded'],
  'that was captured in part and voided': ['succeeded', 'succeeded', 'begun'],
  'that was captured': ['succeeded', 'succeeded', 'begun'],
  'that was captured, with a pending refund of a part': ['succeeded', 'succeeded', 'begun'],
  'that was captured, with a pending refund of all': ['succeeded', 'succeeded', 'processing'],
  'that was refunded in part': ['succeeded', 'succeeded', 'begun'],
  'that was refunded': ['succeeded', 'succeeded', 'refunded'],
  'that has failed': ['failed', 'failed', 'failed'],
  'that was voided': ['cancelled', 'cancelled', 'cancelled'],
};

const STEPS = [
  ['captured', (payment: Payment) => Payment.beginCapture(payment, CENT, momentAt(AT))],
  ['voided', (payment: Payment) => Payment.beginVoid(payment, momentAt(AT))],
  ['refunded', (payment: Payment) => Payment.beginRefund(payment, CENT, momentAt(AT))],
] as const;

describe('a payment', () => {
  it('starts as processing, with the first check after its lease', () => {
    const fields = { captureMethod: 'manual', token: 'tok_success', metadata: { a: '1' } } as const;
    const { id, payableId, ...payment } = aPayment(fields);
    expect([id.slice(0, 4), payableId.slice(0, 4)]).to.deep.equal(['pay_', 'ord_']);
    expect(payment).to.deep.equal({
      ...fields,
      version: 1,
      userId: null,
      gateway: 'sandbox',
      reference: null,
      methodId: null,
      isOffSession: false,
      status: 'processing',
      amount: dollars(39.98),
      captured: ZERO_USD,
      refunded: ZERO_USD,
      capturing: ZERO_USD,
      refunding: ZERO_USD,
      reversed: dollars(0),
      hasFailedRefund: false,
      delay: null,
      hasDiscrepancy: false,
      disputes: [],
      isVoiding: false,
      isOverpayment: false,
      returnUrl: null,
      redirectUrl: null,
      failure: null,
      nextCheckAt: noonPlus(30),
      checkCount: 0,
      createdAt: NOON,
      updatedAt: NOON,
    });
  });

  it('defines for every state which operations may start', () => {
    expect(Object.keys(BEGINNINGS)).to.deep.equal(Object.keys(everyPayment()));
  });

  for (const [what, payment] of Object.entries(everyPayment())) {
    for (const [index, [done, begin]] of STEPS.entries()) {
      const expected = BEGINNINGS[what]?.[index];
      if (expected === 'begun') {
        it(`${what} can be ${done}`, () => {
          const { version, nextCheckAt, updatedAt } = begin(payment);
          const next = { version: payment.version + 1, nextCheckAt: noonPlus(150), updatedAt: AT };
          expect({ version, nextCheckAt, updatedAt }).to.deep.equal(next);
        });
      } else {
        it(`${what} cannot be ${done}: it is ${expected}`, async () => {
          const error = await thrownBy(() => begin(payment));
          expect(error).to.include({ kind: 'conflict', code: 'invalid_state' });
          expect(error.details).to.deep.equal({ current_state: expected, actions: Payment.actions(payment) });
        });
      }
    }
  }

  it('explains a forbidden operation in a sentence, and lists the remaining actions', async () => {
    const messages = await Promise.all([
      thrownBy(() => Payment.beginCapture(awaitingPayer(), CENT, momentAt(AT))),
      thrownBy(() => Payment.beginRefund(refunded(captured(), dollars(39.98)), CENT, momentAt(AT))),
    ]);
    expect(messages.map(({ message }) => message)).to.deep.equal([
      'The payment is waiting for its payer: it cannot be captured.',
      'The payment is refunded: it cannot be refunded.',
    ]);
  });

  for (const [what, begin] of [
    [
      'captured',
      (amount: number) => Payment.beginCapture(captured(authorized(), dollars(10)), dollars(amount), momentAt(AT)),
    ],
    ['refunded', (amount: number) => Payment.beginRefund(refunding(), dollars(amount), momentAt(AT))],
  ] as const) {
    it(`is never ${what} beyond the remaining amount when all pending operations succeed`, async () => {
      for (const amount of [0, -1, 29.99, 1000]) {
        const error = await thrownBy(() => begin(amount));
        expect(error.code).to.equal('validation_failed');
        expect(error.fieldErrors).to.deep.equal([
          { path: ['amount'], code: 'number.max', message: 'must be more than 0 and at most 29.98' },
        ]);
      }
      expect(begin(29.98).nextCheckAt).to.deep.equal(noonPlus(150));
    });
  }

  it('is captured in parts and succeeds with the last', () => {
    const first = captured(authorized(), dollars(10));
    expect(first).to.deep.include({
      status: 'authorized',
      captured: dollars(10),
      capturing: ZERO_USD,
      nextCheckAt: null,
    });
    expect(Payment.authorized(first)).to.deep.equal(dollars(29.98));
    const last = captured(first, dollars(29.98));
    expect(last).to.deep.include({ status: 'succeeded', captured: dollars(39.98), nextCheckAt: null });
    expect(Payment.authorized(last)).to.deep.equal(ZERO_USD);
  });

  it('succeeds after a partial capture when the gateway closed the charge', () => {
    const closed = Payment.capture(capturing(), dollars(10), { isClosed: true, at: momentAt(AT) });
    expect(closed).to.deep.include({
      status: 'succeeded',
      captured: dollars(10),
      capturing: ZERO_USD,
      nextCheckAt: null,
    });
    expect([Payment.authorized(closed), Payment.refundable(closed)]).to.deep.equal([ZERO_USD, dollars(10)]);
  });

  it('is unchanged when a capture, void or refund fails', () => {
    const pairs: readonly (readonly [before: Payment, after: Payment])[] = [
      [authorized(), Payment.failCapture(capturing(), dollars(10), momentAt(AT))],
      [authorized(), Payment.failVoid(voiding(), momentAt(AT))],
      [captured(), Payment.failRefund(refunding(), dollars(10), momentAt(AT))],
    ];
    for (const [before, after] of pairs) {
      const { id, payableId, reference } = after;
      const expected = { ...before, id, payableId, reference, version: before.version + 2, updatedAt: AT };
      expect(after).to.deep.equal(expected);
    }
  });

  it('requires action again when the void fails, and is checked soon', () => {
    const before = awaitingPayer();
    const after = Payment.failVoid(voiding(before), momentAt(AT));
    expect(after).to.deep.equal({ ...before, version: before.version + 2, nextCheckAt: noonPlus(121), updatedAt: AT });
  });

  it('is cancelled by a void without captures and keeps captured money', () => {
    expect(voided()).to.deep.include({ status: 'cancelled', isVoiding: false, token: null, nextCheckAt: null });
    const part = voided(captured(authorized(), dollars(10)));
    expect(part).to.deep.include({ status: 'succeeded', captured: dollars(10), isVoiding: false, nextCheckAt: null });
    const left = voided(awaitingPayer());
    expect(left).to.deep.include({ status: 'cancelled', redirectUrl: null, nextCheckAt: null });
  });

  it('is refunded in parts', () => {
    const first = refunded();
    expect(first).to.deep.include({
      status: 'succeeded',
      refunded: dollars(10),
      refunding: ZERO_USD,
      nextCheckAt: null,
    });
    const last = refunded(first, dollars(29.98));
    expect(last).to.deep.include({ status: 'succeeded', captured: dollars(39.98), refunded: dollars(39.98) });
    expect(Payment.refundable(last)).to.deep.equal(ZERO_USD);
  });

  it('deletes the token when it fails', () => {
    const payment = aPayment();
    const change = { status: 'failed', failure: FAILURE, token: null, nextCheckAt: null, version: 2, updatedAt: LATER };
    expect(failed(payment)).to.deep.equal({ ...payment, ...change });
  });

  it('shows its allowed actions', () => {
    const actions = Object.entries(everyPayment()).map(([what, payment]) => [what, Payment.actions(payment).join(' ')]);
    expect(Object.fromEntries(actions)).to.deep.equal({
      'that is processing': '',
      'whose payer has something to do': 'cancel',
      'whose payer has something to do, being voided': '',
      'that is held': 'capture cancel',
      'that is held, being voided': '',
      'that is held, a part being captured': 'capture cancel',
      'that is held, all being captured': 'capture cancel',
      'that was captured in part': 'capture cancel refund',
      'that was captured in part, the rest being voided': 'refund',
      'that was captured in part and refunded': 'capture cancel',
      'that was captured in part and voided': 'refund',
      'that was captured': 'refund',
      'that was captured, with a pending refund of a part': 'refund',
      'that was captured, with a pending refund of all': '',
      'that was refunded in part': 'refund',
      'that was refunded': '',
      'that has failed': '',
      'that was voided': '',
    });
  });

  it('is checked again after 1, 2, 4 … seconds, at most a minute', () => {
    const pauses = [0, 1, 2, 3, 8, 9, 1000].map((checkCount) => {
      const { nextCheckAt } = Payment.postpone({ ...aPayment(), checkCount }, momentAt(NOON));
      return ((nextCheckAt?.getTime() ?? 0) - NOON.getTime()) / 1000;
    });
    expect(pauses).to.deep.equal([1, 2, 4, 8, 60, 60, 60]);
  });

  it('is checked soon after a change while operations are pending', () => {
    const payment = { ...capturing(refunding(captured(authorized(), dollars(10)))), checkCount: 9 };
    const updated = Payment.capture(payment, dollars(10), { isClosed: false, at: momentAt(AT) });
    expect(updated).to.deep.include({
      checkCount: 0,
      nextCheckAt: noonPlus(121),
      capturing: ZERO_USD,
      refunding: dollars(10),
    });
  });

  it('is marked as an overpayment without another change', () => {
    const payment = captured();
    expect(Payment.overpayment(payment)).to.deep.equal({ ...payment, isOverpayment: true });
  });
});
