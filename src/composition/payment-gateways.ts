import type { Pool } from 'pg';
import { type GatewayCall, makeGuardedGateway } from '#adapters/payment-gateways/guarded-gateway.ts';
import { makeManualGateway } from '#adapters/payment-gateways/manual/manual-gateway.ts';
import { makeMemorySandboxRecord } from '#adapters/payment-gateways/sandbox/memory-sandbox-record.ts';
import { openPostgresSandboxRecord } from '#adapters/payment-gateways/sandbox/postgres-sandbox-record.ts';
import { makeSandboxGateway, type SandboxGateway } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import { makeStripeGateway } from '#adapters/payment-gateways/stripe/stripe-gateway.ts';
import type { Gateways, PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { Log } from '#core/shared/log.ts';
import { Money } from '#core/shared/money.ts';
import type { Config } from './config.ts';
import { loadGateway, wrong } from './load-gateway.ts';

type Deps = Readonly<{
  config: Config;
  log: Log;
  /** Undefined: what gateways keep for themselves they keep in memory. */
  pool: Pool | undefined;
  publicUrl: () => string;
  /** Signs the sandbox's call-backs, unless a setting does. */
  webhookSecret: string;
  observe: (call: GatewayCall) => void;
}>;

/** The gateways of the source tree by their names. Another one is one more line here. */
const MAKERS: Readonly<Record<string, (deps: Deps) => PaymentGateway | Promise<PaymentGateway>>> = {
  sandbox: (deps) => openSandbox(deps),
  manual: () => makeManualGateway(),
  stripe: ({ config }) => makeStripeGateway(config.stripe),
};

/** The gateways that are switched on, and the sandbox among them, whose payers have a page. */
export type OpenedGateways = Readonly<{ gateways: Gateways; sandbox: SandboxGateway | undefined }>;

/** Opens the gateways that the settings name; the first is the default. @throws StartError for one that does not fit. */
export const openGateways = async (deps: Deps): Promise<OpenedGateways> => {
  const gateways = new Map<string, PaymentGateway>();
  let sandbox: SandboxGateway | undefined;
  for (const given of deps.config.paymentGateways) {
    const gateway = await open(given, deps);
    if (gateways.has(gateway.name)) throw wrong(given, `there are two gateways called ${gateway.name}`);
    if (given === 'sandbox') sandbox = gateway as SandboxGateway;
    gateways.set(gateway.name, makeGuardedGateway(gateway, deps));
  }
  if (sandbox !== undefined && deps.config.production) {
    deps.log.warn(
      {},
      'the sandbox takes no money, and only who may record any payment can use it: name other PAYMENT_GATEWAYS to sell',
    );
  }
  return { gateways, sandbox };
};

const open = (given: string, deps: Deps): PaymentGateway | Promise<PaymentGateway> => {
  const make = Object.hasOwn(MAKERS, given) ? MAKERS[given] : undefined;
  if (make !== undefined) return make(deps);
  const { config, log, publicUrl } = deps;
  return loadGateway(given, { settings: config.environment, money: Money.ofMinor, publicUrl, log });
};

const openSandbox = async ({ config, pool, publicUrl, webhookSecret }: Deps): Promise<SandboxGateway> => {
  const record = pool === undefined ? makeMemorySandboxRecord() : await openPostgresSandboxRecord(pool);
  const secret = config.sandboxWebhookSecret ?? webhookSecret;
  return makeSandboxGateway({ record, secret, publicUrl, isRestricted: config.production });
};
