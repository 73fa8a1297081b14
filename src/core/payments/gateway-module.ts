import type { Currency } from '#core/shared/currency.ts';
import type { Log } from '#core/shared/log.ts';
import type { Money } from '#core/shared/money.ts';
import type { PaymentGateway } from './payment-gateway.ts';

/** What a gateway from outside the source tree is made with: it imports nothing of the service. */
export type GatewayContext = Readonly<{
  /** The settings, as the environment has them. */
  settings: Readonly<Record<string, string | undefined>>;
  /** An amount of whole minor units, such as cents. */
  money: (minor: bigint, currency: Currency) => Money;
  /** Where clients reach the service, such as `https://api.shop.example`. */
  publicUrl: () => string;
  log: Log;
}>;

/** What a module that `PAYMENT_GATEWAYS` names exports as `createGateway`. */
export type CreateGateway = (tools: GatewayContext) => PaymentGateway | Promise<PaymentGateway>;

const NAME = /^[a-z][a-z0-9_-]{0,39}$/;

const METHODS = ['tokenError', 'authorize', 'capture', 'void', 'refund', 'lookUp', 'verify'] as const;

/** What keeps a value from being a payment gateway, as far as can be seen before it is used. */
export const gatewayErrors = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return ['it is no object'];
  const given = value as Readonly<Record<string, unknown>>;
  const { name, isManual } = given;
  return [
    ...(typeof name === 'string' && NAME.test(name)
      ? []
      : ['name must be 1 to 40 of a-z, 0-9, _ and -, a letter first']),
    ...(typeof isManual === 'boolean' ? [] : ['isManual must be true or false']),
    ...METHODS.filter((method) => typeof given[method] !== 'function').map((method) => `${method} must be a function`),
  ];
};
