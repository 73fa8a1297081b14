import { makeMemorySandboxRecord } from '#adapters/payment-gateways/sandbox/memory-sandbox-record.ts';
import { makeSandboxGateway } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import type { FeedEvent } from '#core/events/event-feed.ts';
import type { EventPublisher } from '#core/events/ports.ts';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { OrderPricing } from '#core/pricing/ports.ts';
import {
  type EventPublisherUnderTest,
  eventPublisherContract,
  type ReceivedEvent,
} from '../contract/events/event-publisher.contract.ts';
import type { OpenGateway } from '../contract/payments/gateway-under-test.ts';
import { paymentGatewayContract } from '../contract/payments/payment-gateway.contract.ts';
import { orderPricingContract } from '../contract/pricing/order-pricing.contract.ts';
import { USD } from './builders/builders.ts';
import { pricingByTables } from './builders/order-pricing.ts';

const FAILED = { kind: 'declined', code: 'server_error', message: 'The provider failed.', reference: null } as const;

type Faulty = OpenGateway & { isFailing: boolean };

/** A gateway that reads the provider's internal error as a decline. */
const openFaulty = async (): Promise<Faulty> => {
  const deps = {
    record: makeMemorySandboxRecord(),
    secret: 'a secret of the test',
    publicUrl: () => 'http://localhost',
  };
  const sandbox = makeSandboxGateway(deps);
  const opened: { -readonly [Name in keyof Faulty]: Faulty[Name] } = {
    isFailing: false,
    gateway: sandbox,
    close: async () => {},
  };
  const declining = <Request, Outcome>(send: (request: Request) => Promise<Outcome>) => {
    return async (request: Request) => {
      if (!opened.isFailing) return send(request);
      opened.isFailing = false;
      return FAILED as Outcome;
    };
  };
  opened.gateway = {
    ...sandbox,
    authorize: declining(sandbox.authorize),
    capture: declining(sandbox.capture),
    void: declining(sandbox.void),
    refund: declining(sandbox.refund),
  } satisfies PaymentGateway;
  return opened;
};

paymentGatewayContract<Faulty>('a gateway that misreads errors', {
  open: openFaulty,
  tokens: { succeeds: 'tok_success', malformed: ['tok_'] },
  isRecorded: true,
  captures: 'several',
  loseNextResponse: () => {},
  failNextRequest(opened) {
    opened.isFailing = true;
  },
});

const publisher: EventPublisher = { name: 'hasty', publish: async () => {} };

/** As a module without types may pass it. */
const WITHOUT_OUTAGE = {
  publisher,
  received: async () => [],
  close: async () => {},
} as unknown as EventPublisherUnderTest;

eventPublisherContract('a broker that cannot be stopped', async () => WITHOUT_OUTAGE);

const received: ReceivedEvent[] = [];

/** Empties its batches before it sends them. */
const emptying: EventPublisher = {
  name: 'emptying',
  async publish(events) {
    (events as FeedEvent[]).length = 0;
    received.push(...events.map(({ id, view }) => ({ id, view: JSON.parse(view) })));
  },
};

eventPublisherContract('a broker that gets nothing', async () => ({
  publisher: emptying,
  received: async () => received,
  outage: { begin: async () => {}, end: async () => {} },
  close: async () => {},
}));

/** A pricing that sorts its items by price, and ignores codes that it does not know. */
const sorting: OrderPricing = {
  async quote(cart) {
    const quote = await pricingByTables().quote(cart);
    const items = quote.items.toSorted((a, b) => a.unitPrice.compare(b.unitPrice));
    return { ...quote, items, refusedCodes: [] };
  },
};

orderPricingContract('a provider that sorts', {
  open: async () => ({ pricing: sorting, close: async () => {} }),
  currency: USD,
  shippedTo: null,
  code: null,
});
