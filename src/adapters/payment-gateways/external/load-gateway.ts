import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CreateGateway, type GatewayContext, gatewayErrors } from '#core/payments/gateway-module.ts';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';

/** Why a module is not a usable gateway: a clause without capital and full stop, such as "it exports no …". */
export class GatewayLoadError extends Error {
  override readonly name = 'GatewayLoadError';
}

/**
 * A gateway from outside the source tree: a file by its path, or an installed package. Both are resolved from the working
 * directory, as are all paths in the settings.
 * @throws GatewayLoadError
 */
export const loadGateway = async (name: string, context: GatewayContext): Promise<PaymentGateway> => {
  const { createGateway } = isPath(name) ? await loadFile(name) : await loadPackage(name);
  if (typeof createGateway !== 'function') throw new GatewayLoadError('it exports no function createGateway');
  const gateway = withFormerNames(await create(async () => (createGateway as CreateGateway)(context)));
  const errors = gatewayErrors(gateway);
  if (errors.length > 0) {
    throw new GatewayLoadError(`what its createGateway gave is no gateway: ${errors.join('; ')}`);
  }
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

type LoadedModule = Readonly<{ createGateway?: unknown }>;

const isPath = (name: string): boolean => /^\.{0,2}[/\\]/.test(name) || path.isAbsolute(name);

const loadFile = async (name: string): Promise<LoadedModule> => {
  const file = path.resolve(name);
  if (!existsSync(file)) throw new GatewayLoadError(`there is no file ${file}`);
  return load(pathToFileURL(file).href);
};

const loadPackage = async (name: string): Promise<LoadedModule> => {
  const parent = path.join(process.cwd(), 'any-module.js');
  const parentURL = pathToFileURL(parent).href;
  // an import is resolved from the importing module, which is this one without the hook
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(specifier, specifier === name ? { ...context, parentURL } : context),
  });
  try {
    return await load(name, parent);
  } finally {
    hooks.deregister();
  }
};

const load = async (specifier: string, parent?: string): Promise<LoadedModule> => {
  try {
    return await import(specifier);
  } catch (error) {
    if (parent !== undefined && isMissingFrom(parent, error)) {
      const hint = 'a file is named by its path, such as ./my-gateway.mjs';
      throw new GatewayLoadError(`no such package is installed in ${path.dirname(parent)} or above it; ${hint}`);
    }
    const hint = error instanceof SyntaxError ? ' (node --check says where)' : '';
    throw new GatewayLoadError(`it cannot be loaded: ${reasonOf(error)}${hint}`);
  }
};

/** Whether the module itself is missing, and not one that it imports. */
const isMissingFrom = (parent: string, error: unknown): boolean => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.endsWith(` imported from ${parent}`);
};

const create = async (createGateway: () => Promise<PaymentGateway>): Promise<PaymentGateway> => {
  try {
    return await createGateway();
  } catch (error) {
    throw new GatewayLoadError(`its createGateway failed: ${reasonOf(error)}`);
  }
};

/** In one line, without its full stop. */
const reasonOf = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/\.$/, '') || 'it does not say why';
};
