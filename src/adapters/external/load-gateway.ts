import { type GatewayContext, gatewayErrors } from '#core/payments/gateway-module.ts';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import { callExport, ModuleError } from './load-module.ts';

type Options = Readonly<{
  context: GatewayContext;
  /** The names of the gateways inside the source tree. */
  builtIn: readonly string[];
  timeoutMs?: number;
}>;

/** A gateway from outside the source tree. @throws ModuleError */
export const loadGateway = async (module: string, { builtIn, ...call }: Options): Promise<PaymentGateway> => {
  const hint = `a file is named by its path, such as ./my-gateway.mjs; built in are ${builtIn.join(', ')}`;
  const made = await callExport<GatewayContext, PaymentGateway>(module, { name: 'createGateway', hint, ...call });
  const gateway = withFormerNames(made);
  const errors = gatewayErrors(gateway);
  if (errors.length > 0) throw new ModuleError(`its createGateway returned no gateway: ${errors.join('; ')}`);
  return gateway;
};

/** Supports gateways written before two members of the port were renamed. */
const withFormerNames = (gateway: PaymentGateway): PaymentGateway => {
  if (typeof gateway !== 'object' || gateway === null || !('isByHand' in gateway || 'tokenFault' in gateway))
    return gateway;
  const former = gateway as PaymentGateway & { isByHand?: boolean; tokenFault?: PaymentGateway['tokenError'] };
  return new Proxy(former, {
    get(target, name) {
      const current = Reflect.get(target, name) ?? Reflect.get(target, FORMER_NAMES.get(name) ?? name);
      // a method reads private fields, which the proxy does not have
      return typeof current === 'function' ? current.bind(target) : current;
    },
  });
};

const FORMER_NAMES = new Map<string | symbol, string>([
  ['isManual', 'isByHand'],
  ['tokenError', 'tokenFault'],
]);
