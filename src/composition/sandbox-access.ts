import { isLoopback } from '#adapters/system/settings/deployment.ts';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

type Settings = Pick<Config, 'sandboxForCustomers' | 'hasLiveKey' | 'production' | 'host'>;

/**
 * Why only callers with `payments:write` may use the sandbox, which moves no money; undefined if customers may too.
 * @throws StartError if the settings let customers use it beside a gateway that moves real money.
 */
export const sandboxRestriction = (
  { sandboxForCustomers, hasLiveKey, production, host }: Settings,
  gateways: readonly Pick<PaymentGateway, 'name' | 'isLive'>[],
): string | undefined => {
  const live = gateways.find(({ isLive }) => isLive);
  if (hasLiveKey || live !== undefined) {
    const reason = live === undefined ? 'STRIPE_SECRET_KEY is a live key' : `the gateway ${live.name} moves real money`;
    if (!sandboxForCustomers) return reason;
    throw new StartError(`SANDBOX_FOR_CUSTOMERS must be false: ${reason}, and the sandbox moves none.`);
  }
  if (sandboxForCustomers) return undefined;
  if (production) return 'NODE_ENV is production';
  return isLoopback(host) ? undefined : `other machines reach HOST ${host}`;
};
