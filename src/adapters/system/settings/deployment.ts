import { isIP } from 'node:net';

type Environment = Readonly<Record<string, string | undefined>>;

/** A secret key that moves real money. */
const LIVE_STRIPE_KEY = /^[sr]k_live_/;

/** Whether only programs on this machine reach a host's address. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Whether a setting lets payments move real money. */
export const hasLiveKey = (set: Environment): boolean => LIVE_STRIPE_KEY.test(set['STRIPE_SECRET_KEY'] ?? '');

/** Whether a host is every address of the machine, which no client can call. */
export const isWildcard = (host: string): boolean => ['0.0.0.0', '::', '*'].includes(host);

/** Whether the settings are those of a developer's machine: convenient defaults harm nobody there. */
export const isDevelopment = (set: Environment): boolean =>
  set['NODE_ENV'] !== 'production' && isLoopback(set['HOST'] ?? '127.0.0.1') && !hasLiveKey(set);
