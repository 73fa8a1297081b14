import type { Pool } from 'pg';
import { loadGateway } from '#adapters/external/load-gateway.ts';
import { ModuleError } from '#adapters/external/load-module.ts';
import { type GatewayCall, makeGuardedGateway } from '#adapters/payment-gateways/guarded-gateway.ts';
import { makeManualGateway } from '#adapters/payment-gateways/manual/manual-gateway.ts';
import { makeMemorySandboxRecord } from '#adapters/payment-gateways/sandbox/memory-sandbox-record.ts';
import { makePostgresSandboxRecord } from '#adapters/payment-gateways/sandbox/postgres-sandbox-record.ts';
import { makeSandboxGateway, type SandboxGateway } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import type { Gateways, PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { GatewaySetups } from '#core/payments/payment-gateway-setup.ts';
import type { GatewayHealths } from '#core/payments/payment-gateway-view.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';
import { Money } from '#core/shared/money.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import type { Config } from './config.ts';
import { makeGatewaySetups } from './gateway-setups.ts';
import { sandboxRestriction } from './sandbox-access.ts';
import { StartError } from './start-error.ts';

type Deps = Readonly<{
  config: Config;
  log: Log;
  /** Undefined: gateways keep their own data in memory. */
  pool: Pool | undefined;
  publicUrl: () => string;
  /** Signs the sandbox's webhooks, unless a setting does. */
  webhookSecret: string;
  observe: (call: GatewayCall) => void;
  tracing: Tracing | undefined;
  systemClock: SystemClock;
}>;

/** The gateways of the source tree by name. A new one is one more line here. */
const BUILT_IN: Readonly<Record<string, (deps: Deps) => PaymentGateway | Promise<PaymentGateway>>> = {
  sandbox: (deps) => openSandbox(deps),
  manual: () => makeManualGateway(),
  stripe: async ({ config }) => {
    const { makeStripeGateway } = await import('#adapters/payment-gateways/stripe/stripe-gateway.ts');
    return makeStripeGateway(config.stripe);
  },
};

/** The gateways that are switched on, and the sandbox if it is among them: it has pages for payers. */
export type OpenedGateways = Readonly<{
  gateways: Gateways;
  healths: GatewayHealths;
  setups: GatewaySetups;
  sandbox: SandboxGateway | undefined;
  /** Whom the sandbox serves, if it is on and its users may be mistaken about it. */
  sandboxNotice: string | undefined;
}>;

/** Opens the gateways that the settings name; the first is the default. @throws StartError for one that cannot be used. */
export const openGateways = async (deps: Deps): Promise<OpenedGateways> => {
  const opened = new Map<string, PaymentGateway>();
  let sandbox: SandboxGateway | undefined;
  for (const name of deps.config.paymentGateways) {
    const gateway = await open(name, deps);
    if (opened.has(gateway.name)) throw invalidGateway(name, `there are two gateways called ${gateway.name}`);
    if (name === 'sandbox') sandbox = gateway as SandboxGateway;
    opened.set(gateway.name, gateway);
  }
  const restriction = sandboxRestriction(deps.config, [...opened.values()]);
  if (sandbox !== undefined && restriction !== undefined) {
    sandbox = { ...sandbox, isManual: true };
    opened.set(sandbox.name, sandbox);
  }
  const sandboxNotice = sandbox && noticeOf(deps.config, restriction);
  if (sandboxNotice !== undefined) deps.log.warn({}, sandboxNotice);
  const gateways = new Map([...opened].map(([name, gateway]) => [name, makeGuardedGateway(gateway, deps)]));
  const healths = new Map([...gateways].map(([name, { health }]) => [name, health]));
  const setups = makeGatewaySetups({ ...deps, gateways, healths, environment: deps.config.environment });
  return { gateways, healths, setups, sandbox, sandboxNotice };
};

const noticeOf = ({ sandboxForCustomers }: Config, restriction: string | undefined): string | undefined => {
  if (restriction !== undefined) {
    return `the sandbox, which moves no money, requires payments:write: ${restriction}`;
  }
  return sandboxForCustomers ? 'customers may pay with the sandbox, which moves no money' : undefined;
};

const open = async (name: string, deps: Deps): Promise<PaymentGateway> => {
  const make = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
  if (make !== undefined) return make(deps);
  const { config, log, publicUrl } = deps;
  const context = { settings: config.environment, money: Money.ofMinor, publicUrl, log };
  return loadGateway(name, { context, builtIn: Object.keys(BUILT_IN) }).catch((error) => {
    throw error instanceof ModuleError ? invalidGateway(name, error.message) : error;
  });
};

const invalidGateway = (name: string, reason: string): StartError =>
  new StartError(`PAYMENT_GATEWAYS names ${name}, but ${reason}.`);

const openSandbox = ({ config, pool, publicUrl, webhookSecret }: Deps): SandboxGateway => {
  const record = pool === undefined ? makeMemorySandboxRecord() : makePostgresSandboxRecord(pool);
  const secret = config.sandboxWebhookSecret ?? webhookSecret;
  return makeSandboxGateway({ record, secret, publicUrl });
};
