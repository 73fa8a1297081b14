import type { Currency } from '#core/shared/currency.ts';
import type { Log } from '#core/shared/log.ts';
import type { Money } from '#core/shared/money.ts';
import type { PaymentGateway } from './payment-gateway.ts';

/** What an external gateway module is created with, so that it need not import the service. */
export type GatewayContext = Readonly<{
  /** The environment's settings. */
  settings: Readonly<Record<string, string | undefined>>;
  /** Creates an amount from whole minor units, such as cents. */
  money: (minor: bigint, currency: Currency) => Money;
  /** The service's public URL, such as `https://api.shop.example`. */
  publicUrl: () => string;
  log: Log;
}>;

/** The `createGateway` export of a module named in `PAYMENT_GATEWAYS`. */
export type CreateGateway = (tools: GatewayContext) => PaymentGateway | Promise<PaymentGateway>;

const NAME = /^[a-z][a-z0-9_-]{0,39}$/;

const METHODS = ['tokenError', 'authorize', 'capture', 'void', 'refund', 'lookUp', 'verify'] as const;

/** The reasons why a value is no payment gateway; empty if it is one. */
export const gatewayErrors = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return ['it is not an object'];
  const candidate = value as Readonly<Record<string, unknown>>;
  const { name, isManual, isLive = false, savedMethods } = candidate;
  return [
    ...(typeof name === 'string' && NAME.test(name)
      ? []
      : ['name must be 1 to 40 of a-z, 0-9, _ and -, a letter first']),
    ...(typeof isManual === 'boolean' ? [] : ['isManual must be true or false']),
    ...(typeof isLive === 'boolean' ? [] : ['isLive must be true or false, or omitted']),
    ...missingFunctions(candidate, METHODS),
    ...(savedMethods === undefined ? [] : savedMethodsErrors(savedMethods)),
  ];
};

const savedMethodsErrors = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? missingFunctions(value as Readonly<Record<string, unknown>>, ['save', 'remove'], 'savedMethods.')
    : ['savedMethods must be an object, or omitted'];

const missingFunctions = (
  candidate: Readonly<Record<string, unknown>>,
  names: readonly string[],
  prefix = '',
): string[] =>
  names.filter((name) => typeof candidate[name] !== 'function').map((name) => `${prefix}${name} must be a function`);
