import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CreateGateway, type GatewayContext, gatewayErrors } from '#core/payments/gateway-module.ts';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import { StartError } from './start-error.ts';

/**
 * A gateway from outside the source tree: a file by its path, or an installed package. Both are looked for from the working
 * directory, as all that the settings name.
 * @throws StartError for what does not fit.
 */
export const loadGateway = async (given: string, tools: GatewayContext): Promise<PaymentGateway> => {
  const { createGateway } = isPath(given) ? await loadFile(given) : await loadPackage(given);
  if (typeof createGateway !== 'function') throw wrong(given, 'it exports no function createGateway');
  const gateway = withFormerNames(await made(given, async () => (createGateway as CreateGateway)(tools)));
  const faults = gatewayErrors(gateway);
  if (faults.length > 0) throw wrong(given, `what its createGateway gave is no gateway: ${faults.join('; ')}`);
  return gateway;
};

/** Gateways written before two members of the port were renamed go on working. */
const withFormerNames = (gateway: PaymentGateway): PaymentGateway => {
  if (typeof gateway !== 'object' || gateway === null || !('isByHand' in gateway || 'tokenFault' in gateway))
    return gateway;
  const former = gateway as PaymentGateway & { isByHand?: boolean; tokenFault?: PaymentGateway['tokenError'] };
  return new Proxy(former, {
    get(target, name) {
      const current = Reflect.get(target, name) ?? Reflect.get(target, FORMER_NAMES.get(name) ?? name);
      // a class's private fields are found on the gateway itself only
      return typeof current === 'function' ? current.bind(target) : current;
    },
  });
};

const FORMER_NAMES = new Map<string | symbol, string>([
  ['isManual', 'isByHand'],
  ['tokenError', 'tokenFault'],
]);

/** That something is wrong with what the settings name. */
export const wrong = (given: string, why: string): StartError =>
  new StartError(`PAYMENT_GATEWAYS names ${given}, but ${why}.`);

type Loaded = Readonly<{ createGateway?: unknown }>;

const isPath = (given: string): boolean => /^\.{0,2}[/\\]/.test(given) || path.isAbsolute(given);

const loadFile = async (given: string): Promise<Loaded> => {
  const file = path.resolve(given);
  if (!existsSync(file)) throw wrong(given, `there is no file ${file}`);
  return load(given, pathToFileURL(file).href);
};

const loadPackage = async (given: string): Promise<Loaded> => {
  const parent = path.join(process.cwd(), 'any-module.js');
  const parentURL = pathToFileURL(parent).href;
  // an import is resolved from the module that it stands in, which would be this one
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(specifier, specifier === given ? { ...context, parentURL } : context),
  });
  try {
    return await load(given, given, parent);
  } finally {
    hooks.deregister();
  }
};

const load = async (given: string, specifier: string, parent?: string): Promise<Loaded> => {
  try {
    return await import(specifier);
  } catch (error) {
    if (parent !== undefined && isMissingFrom(parent, error)) {
      const hint = 'a file is named by its path, such as ./my-gateway.mjs';
      throw wrong(given, `no such package is installed in ${path.dirname(parent)} or above it; ${hint}`);
    }
    const hint = error instanceof SyntaxError ? ' (node --check says where)' : '';
    throw wrong(given, `it cannot be loaded: ${reasonOf(error)}${hint}`);
  }
};

/** Whether it was the module itself that is not there, and not one that it imports. */
const isMissingFrom = (parent: string, error: unknown): boolean => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.endsWith(` imported from ${parent}`);
};

const made = async (given: string, create: () => Promise<PaymentGateway>): Promise<PaymentGateway> => {
  try {
    return await create();
  } catch (error) {
    throw wrong(given, `its createGateway failed: ${reasonOf(error)}`);
  }
};

/** In one line, without its full stop. */
const reasonOf = (error: unknown): string => {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/\.$/, '') || 'it does not say why';
};
