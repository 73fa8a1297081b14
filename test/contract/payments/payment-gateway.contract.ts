import { expect } from 'chai';
import { ids } from '../../support/builders/builders.ts';
import { gatewayCapturesContract } from './gateway-captures.contract.ts';
import { gatewayRecordContract } from './gateway-record.contract.ts';
import { gatewayRefundsContract } from './gateway-refunds.contract.ts';
import { gatewayResponsesContract } from './gateway-responses.contract.ts';
import { gatewayReversalsContract } from './gateway-reversals.contract.ts';
import { gatewaySavedMethodsContract } from './gateway-saved-methods.contract.ts';
import {
  aCharge,
  aRequest,
  type GatewayUnderTest,
  type OpenGateway,
  untilKnown,
  useGateway,
} from './gateway-under-test.ts';
import { gatewayWebhooksContract } from './gateway-webhooks.contract.ts';

/** No token of any gateway: empty, a card number, or characters that break headers and logs. */
const NO_TOKENS = ['', ' ', '4242424242424242', '4242 4242 4242 4242', 'a\nb', 'x'.repeat(1000)];

/** The contract of payment gateways. */
export const paymentGatewayContract = <Opened extends OpenGateway>(
  name: string,
  subject: GatewayUnderTest<Opened>,
): void => {
  describe(`PaymentGateway by ${name}`, () => {
    describe('charges', () => chargesContract(subject));
    describe('payers', () => payersContract(subject));
    describe('captures', () => gatewayCapturesContract(subject));
    describe('refunds', () => gatewayRefundsContract(subject));
    describe('requests', () => gatewayResponsesContract(subject));
    describe('saved payment methods', () => gatewaySavedMethodsContract(subject));
    describe('record', () => gatewayRecordContract(subject));
    if (subject.failRefund !== undefined || subject.dispute !== undefined) {
      describe('reversals', () => gatewayReversalsContract(subject));
    }
    describe('gateway webhooks', () => gatewayWebhooksContract(subject));
  });
};

const chargesContract = (subject: GatewayUnderTest): void => {
  const used = useGateway(subject);

  it('have a valid gateway name', () => {
    expect(used.gateway().name).to.match(/^[a-z][a-z0-9_-]{0,39}$/);
  });

  it('require a well-formed token and describe the form', () => {
    const { malformed, ...wellFormed } = subject.tokens;
    for (const token of Object.values(wellFormed)) expect(used.gateway().tokenError(token)).to.equal(undefined);
    for (const token of [...NO_TOKENS, ...malformed]) {
      expect(used.gateway().tokenError(token), JSON.stringify(token)).to.match(/^must .*[^.]$/);
    }
  });

  it('capture the amount at once', async () => {
    const outcome = await used.gateway().authorize(aRequest(subject.tokens.succeeds));
    expect(outcome).to.include({ kind: 'captured' }).and.have.property('reference').that.is.a('string').and.is.not
      .empty;
  });

  it('authorize the amount until it is captured', async () => {
    const request = aRequest(subject.tokens.succeeds, { captureMethod: 'manual' });
    const outcome = await used.gateway().authorize(request);
    expect(outcome).to.include({ kind: 'authorized' }).and.have.property('reference').that.is.a('string').and.is.not
      .empty;
  });

  it('work without a return URL', async () => {
    await aCharge(used, { returnUrl: null });
  });

  it('are not found before they are made', async () => {
    const charge = { key: ids.next('pay'), reference: null };
    const kind = subject.isRecorded ? 'not_found' : 'cannot_tell';
    expect(await untilKnown(() => used.gateway().lookUp(charge))).to.deep.equal({ kind });
  });
};

const payersContract = (subject: GatewayUnderTest): void => {
  const { unknown, declines, requiresAction } = subject.tokens;
  const used = useGateway(subject);

  if (unknown !== undefined) {
    it('charge nothing with an unknown token', async () => {
      const outcome = await used.gateway().authorize(aRequest(unknown));
      expect(outcome).to.include({ kind: 'invalid_token' }).and.have.property('message').that.is.a('string').and.is.not
        .empty;
    });
  }

  if (declines !== undefined) {
    it('report a decline with code and message', async () => {
      const outcome = await used.gateway().authorize(aRequest(declines));
      expect(outcome.kind).to.equal('declined');
      expect(outcome)
        .to.have.property('code')
        .that.matches(/^[a-z][a-z0-9_]*$/);
      expect(outcome).to.have.property('message').that.is.a('string').and.is.not.empty;
    });
  }

  if (requiresAction !== undefined) {
    it('redirect the payer when action is required', async () => {
      const outcome = await used.gateway().authorize(aRequest(requiresAction));
      if (outcome.kind !== 'requires_action') throw new Error(`It is ${outcome.kind}.`);
      expect(outcome.reference).to.not.equal('');
      expect(new URL(outcome.redirectUrl).protocol).to.match(/^https?:$/);
    });
  }
};
