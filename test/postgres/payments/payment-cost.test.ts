import { expect } from 'chai';
import { makeMemorySandboxRecord } from '#adapters/payment-gateways/sandbox/memory-sandbox-record.ts';
import { makeSandboxGateway } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import { makeEncryption } from '#adapters/system/encryption.ts';
import { makeOrderInvoices } from '#core/invoices/use-cases/order-invoices.ts';
import { makeRecordInvoicePayment } from '#core/invoices/use-cases/record-invoice-payment.ts';
import type { OrderId } from '#core/orders/order.ts';
import { makeRecordPayment } from '#core/orders/use-cases/record-payment.ts';
import { makeBeginPayment } from '#core/payments/use-cases/begin-payment.ts';
import { makeCreatePayment } from '#core/payments/use-cases/create-payment.ts';
import { makeExecuteOperation } from '#core/payments/use-cases/execute-operation.ts';
import { makeGatewayClient } from '#core/payments/use-cases/gateway-client.ts';
import { makeRecordOutcome } from '#core/payments/use-cases/record-outcome.ts';
import { anActor, aUser, clockAtNoon, ids } from '../../support/builders/builders.ts';
import { aGuestOrder } from '../../support/builders/order-builders.ts';
import { aLog } from '../../support/log.ts';
import { openPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';
import { noteStatements, type SentStatements } from '../../support/servers/sent-statements.ts';

describe('the database cost of a payment', () => {
  let storage: PostgresStorage;
  let sent: SentStatements;

  before(async () => {
    storage = await openPostgresStorage();
    sent = await noteStatements(storage.database);
  });
  after(() => storage.close());

  /** Pays an order of two shirts through the sandbox, which has its own record. */
  const pay = async (id: OrderId, captureMethod: 'automatic' | 'manual'): Promise<void> => {
    const { unitOfWork } = storage;
    const clock = clockAtNoon();
    const sandbox = makeSandboxGateway({
      record: makeMemorySandboxRecord(),
      secret: 'of the tests',
      publicUrl: () => 'http://shop.example',
    });
    const gateways = new Map([[sandbox.name, sandbox]]);
    const recordPayment = makeRecordPayment({
      clock,
      ids,
      invoices: makeOrderInvoices({ clock, ids }),
    });
    const recordOutcome = makeRecordOutcome({
      ...{ clock, systemClock: clock, ids, recordPayment },
      recordInvoicePayment: makeRecordInvoicePayment({ clock, ids, listeners: [] }),
    });
    const gatewayClient = makeGatewayClient({ gateways, encryption: makeEncryption('a key'), log: aLog().log });
    const limits = { check: async () => {}, count: async () => {}, countDecline: async () => {} };
    const execute = makeExecuteOperation({ unitOfWork, ask: gatewayClient, recordOutcome, limits, systemClock: clock });
    const beginPayment = makeBeginPayment({ gateways, clock, systemClock: clock, ids });
    const createPayment = makeCreatePayment({ beginPayment, execute, replaceOpen: async () => {}, gateways });
    const command = {
      payableId: id,
      token: 'tok_success',
      captureMethod,
      returnUrl: null,
      metadata: {},
      address: '192.0.2.1',
      idempotency: null,
    };
    await unitOfWork.run(await createPayment(anActor(aUser({ role: 'staff' })), command));
  };

  const paying = async (captureMethod: 'automatic' | 'manual'): Promise<readonly string[]> => {
    const order = aGuestOrder();
    await storage.unitOfWork.run((tx) => tx.orders.add(order, []));
    sent.forget();
    await pay(order.id, captureMethod);
    const statements = sent.texts();
    const { state } = await storage.unitOfWork.run((tx) => tx.orders.get(order.id));
    expect(state.payment).to.equal(captureMethod === 'automatic' ? 'paid' : 'authorized');
    return statements;
  };

  const ends = (statements: readonly string[]): string[] =>
    statements.filter((statement) => ['begin', 'commit', 'rollback'].includes(statement));

  it('is two transactions of eleven statements', async () => {
    const statements = await paying('automatic');
    expect(ends(statements)).to.deep.equal(['begin', 'commit', 'begin', 'commit']);
    expect(statements, statements.join('\n')).to.have.length(11);
  });

  it('is one more statement for an authorization, which reads the order’s payments', async () => {
    const statements = await paying('manual');
    expect(ends(statements)).to.deep.equal(['begin', 'commit', 'begin', 'commit']);
    expect(statements, statements.join('\n')).to.have.length(15);
  });
});
