import { makeMemorySandboxRecord } from '#adapters/payment-gateways/sandbox/memory-sandbox-record.ts';
import { makePostgresSandboxRecord } from '#adapters/payment-gateways/sandbox/postgres-sandbox-record.ts';
import type { SandboxRecord } from '#adapters/payment-gateways/sandbox/sandbox-charge.ts';
import {
  makeSandboxGateway,
  type SandboxFailures,
  type SandboxGateway,
} from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import { makeGatewayWebhook } from '#adapters/payment-gateways/sandbox/sandbox-webhook.ts';
import type { GatewayWebhook } from '#core/payments/payment-gateway.ts';
import { openPostgresStorage } from '../../support/servers/postgres-storage.ts';
import { type GatewayUnderTest, type OpenGateway, usd } from './gateway-under-test.ts';
import { paymentGatewayContract } from './payment-gateway.contract.ts';

const SECRET = 'the secret of the sandbox';

type SandboxUnderTest = OpenGateway &
  Readonly<{ gateway: SandboxGateway; record: SandboxRecord; failures: SandboxFailures }>;

const openSandbox = (record: SandboxRecord, close: () => Promise<void>): SandboxUnderTest => {
  const failures: SandboxFailures = {};
  const publicUrl = () => 'http://127.0.0.1:3000';
  return {
    gateway: makeSandboxGateway({ record, secret: SECRET, publicUrl, failures }),
    record,
    failures,
    close,
  };
};

/** A valid signature about an object that is no payment. */
const aboutNoPayment = (at: Date): GatewayWebhook =>
  makeGatewayWebhook(SECRET, 'inv_01h455vb4pex5vsknk084sn02q' as never, at);

const SANDBOX = {
  tokens: {
    succeeds: 'tok_success',
    declines: 'tok_declined',
    requiresAction: 'tok_requires_action',
    malformed: ['tok_', 'success', 'TOK_SUCCESS', ' tok_success'],
  },
  savedTokens: {
    succeeds: 'tok_success',
    declines: 'tok_declined',
    fails: { generic_decline: 'tok_saved_then_declined', expired_card: 'tok_saved_then_expired' },
    requiresAction: 'tok_saved_then_requires_action',
    failsLater: true,
  },
  refusesUnsaved: true,
  isRecorded: true,
  isFoundByKey: true,
  captures: 'several',
  isLocal: true,
  async savedCountOf({ record }, { key }) {
    return (await record.findMethod(key)) === undefined ? 0 : 1;
  },
  async recordOf({ record }, key) {
    const charge = await record.find(key);
    return {
      charges: charge === undefined ? 0 : 1,
      captured: charge?.captured.minor ?? 0n,
      refunded: charge?.refunded.minor ?? 0n,
    };
  },
  async completeAction({ gateway }, { key }) {
    await gateway.decide(key, 'approve');
  },
  loseNextResponse({ failures }) {
    failures.lostResponses = 1;
  },
  async failRefund({ gateway }, { key }, refund, minor) {
    await gateway.failRefund(key, refund, usd(minor));
  },
  async dispute({ gateway }, { key }, step) {
    await gateway.dispute(key, ({ open: 'dispute', won: 'win', lost: 'lose' } as const)[step]);
  },
  webhooks: {
    about: ({ gateway }, { key }, at) => gateway.webhook(key, at),
    forged: (_, { key }, at) => makeGatewayWebhook('another secret', key, at),
    aboutNoneOfOurs: (_, at) => aboutNoPayment(at),
  },
} as const satisfies Omit<GatewayUnderTest<SandboxUnderTest>, 'open'>;

paymentGatewayContract('sandbox with a record in memory', {
  ...SANDBOX,
  open: async () => openSandbox(makeMemorySandboxRecord(), async () => {}),
});

paymentGatewayContract('sandbox with a record in PostgreSQL', {
  ...SANDBOX,
  async open() {
    const storage = await openPostgresStorage();
    return openSandbox(makePostgresSandboxRecord(storage.database.pool), () => storage.close());
  },
});
