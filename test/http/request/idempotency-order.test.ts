import { expect } from 'chai';
import pg from 'pg';
import { createTargets, type Targets } from '../../support/builders/operation-targets.ts';
import { byToken, createKey, createOrder, createProduct, itemsOf } from '../../support/builders/resources.ts';
import { PASSWORD } from '../../support/builders/secrets.ts';
import { LOCAL_WEBHOOK_SETTINGS } from '../../support/builders/webhooks.ts';
import { withParts } from '../../support/documents/openapi-parts.ts';
import { OWNER, type Reply } from '../../support/servers/calls.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

type Parameter = Readonly<{ name: string; in: string; schema: Readonly<{ examples?: readonly string[] }> }>;

type Content = Readonly<{ example?: unknown; schema: Readonly<{ $ref?: string }> }>;

type Operation = Readonly<{
  operationId: string;
  parameters?: readonly Parameter[];
  requestBody?: Readonly<{ content: Readonly<Record<string, Content>> }>;
}>;

type Document = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Readonly<{ properties?: object }>>> }>;
}>;

type Request = Readonly<{ operationId: string; at: string; body: unknown; type: string; key: string }>;

/** What a statement does: a payment or a saved method has the key of its request. */
const STEPS = [
  ['claim', /insert into "?(idempotency_reservations|payment_operations|payment_methods)\b|claim_idempotency_key/i],
  ['count', /insert into "?rate_limits\b/i],
] as const;

/** Notes the steps among all statements that this process sends. */
const noteSteps = () => {
  const { prototype } = pg.Client;
  const { query } = prototype;
  let steps: string[] = [];
  Object.assign(prototype, {
    query(this: pg.Client, ...values: unknown[]): unknown {
      const [first] = values;
      const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
      for (const [step, pattern] of STEPS) if (pattern.test(text)) steps.push(step);
      return Reflect.apply(query as () => unknown, this, values);
    },
  });
  return {
    of: async (task: () => Promise<Reply>): Promise<Readonly<{ reply: Reply; steps: readonly string[] }>> => {
      steps = [];
      const reply = await task();
      return { reply, steps };
    },
    end: () => Object.assign(prototype, { query }),
  };
};

/** An id that no resource has, for each id of the path. */
const filled = (path: string, parameters: readonly Parameter[]): string =>
  parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((at, { name, schema }) => at.replace(`{${name}}`, schema.examples?.[0] ?? ''), path);

/** Whether a body may have the password that confirms it. */
const isConfirmed = ({ components }: Document, { schema }: Content): boolean => {
  const { properties = {} } = components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? {};
  return 'current_password' in properties;
};

/** A request to every operation that takes an `Idempotency-Key`, confirmed where that is possible. */
const requestsOf = async (app: TestApp, targets: Targets): Promise<readonly Request[]> => {
  const document: Document = withParts((await app.call('/api/openapi.json')).json);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  return operations
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
    .map(({ path, operationId, parameters = [], requestBody }) => {
      const { at, body: sent, key = app.ownerKey } = targets[operationId] ?? { at: filled(path, parameters) };
      const [type = 'application/json', content] = Object.entries(requestBody?.content ?? {}).at(-1) ?? [];
      const body = sent ?? content?.example;
      const isOpen = content === undefined || !isConfirmed(document, content) || typeof body !== 'object';
      const confirmation = { current_password: key === app.ownerKey ? OWNER.password : PASSWORD };
      return { operationId, at, body: isOpen ? body : { ...confirmation, ...body }, type, key };
    });
};

/** The operations that count attempts beyond the requests of a client. */
const COUNTED = [
  ...['signIn', 'createApiKey', 'rotateApiKey', 'requestPasswordReset', 'resetPassword'],
  ...['requestEmailVerification', 'verifyEmail', 'createUser', 'inviteUser', 'renewRecoveryCodes'],
  ...['enrolSecondFactor', 'confirmSecondFactor', 'createPayment', 'payInvoice', 'createPaymentMethod'],
  ...['testWebhook', 'retryWebhookDelivery', 'replayWebhook', 'createWithdrawal', 'createSubscription', 'createOrder'],
];

onStorage(
  'postgres',
  'an idempotency key',
  ({ app }) => {
    const setUp = async (): Promise<readonly Request[]> => {
      const targets = await createTargets(app());
      const session = targets['renewRecoveryCodes']?.key;
      const open = await createOrder(app());
      const requests = await requestsOf(app(), {
        ...targets,
        signIn: { at: '/api/auth', body: OWNER },
        requestEmailVerification: {
          at: '/api/auth/email_verifications',
          body: {},
          ...(session ? { key: session } : {}),
        },
        createPayment: { at: '/api/payments', body: { order_id: open.id, ...byToken('tok_success') } },
      });
      const { key } = await createKey(app(), { kind: 'publishable', scopes: undefined, allowed_origins: [] });
      const product = await createProduct(app(), { stock: 10 });
      const email = 'visitor@example.com';
      const visits = [
        ['createUser', '/api/users', { email, password: PASSWORD }],
        ['createOrder', '/api/orders', { items: itemsOf([product]), email }],
        ['createWithdrawal', '/api/withdrawals', { order_number: 1001, email, name: 'Ada' }],
      ] as const;
      return [
        ...requests,
        ...visits.map(([operationId, at, body]) => ({ operationId, at, body, type: 'application/json', key })),
      ];
    };

    it('is claimed before anything is counted, and its replay counts nothing, on every operation', async () => {
      const requests = await setUp();
      const noted = noteSteps();
      const counted = new Set<string>();
      const wrong: string[] = [];
      try {
        for (const [index, { operationId, at, body, type, key }] of requests.entries()) {
          const headers = { 'Idempotency-Key': `order-of-steps-${index}-0123456789`, 'Content-Type': type };
          const send = () => app().call(at, { method: 'POST', body, key, headers });
          const first = await noted.of(send);
          const again = await noted.of(send);
          const told = `${operationId} ${first.reply.status}: ${first.steps}, then ${again.reply.status}: ${again.steps}`;
          if (first.steps.includes('count')) counted.add(operationId);
          if (first.steps[0] === 'count' || again.steps[0] === 'count') wrong.push(told);
          const isReplayed = again.reply.headers.get('idempotency-replayed') === 'true';
          if (isReplayed && again.steps.includes('count')) wrong.push(told);
          if (first.reply.status < 300 && !isReplayed) wrong.push(`${told}, which is no replay`);
        }
      } finally {
        noted.end();
      }
      expect(wrong).to.deep.equal([]);
      expect([...counted]).to.include.members(COUNTED);
    });
  },
  {
    ...LOCAL_WEBHOOK_SETTINGS,
    // background work counts too, whenever it runs
    ROLE: 'http',
    ...{ TEST_CLOCK: 'true', CUSTOMER_SIGN_UP: 'open', RATE_LIMIT_STORE: 'postgres', SIGN_IN_RATE_LIMIT: '100/60' },
  },
  {
    constants: {
      webhookRateLimit: { calls: 60, seconds: 60 },
      paymentRateLimits: {
        order: { calls: 100, seconds: 60 },
        user: { calls: 100, seconds: 60 },
        address: { calls: 100, seconds: 60 },
        declines: { calls: 100, seconds: 60 },
      },
    },
  },
);
