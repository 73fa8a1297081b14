import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, connect as tlsConnect } from 'node:tls';
import type { buildConnector } from 'undici';
import { NoConnection } from './attempt-error.ts';
import { type AllowedTargets, isForbiddenAddress } from './forbidden-address.ts';
import type { ResolveName } from './resolve-name.ts';

type Settings = Readonly<{
  allowed: AllowedTargets;
  resolve: ResolveName;
  timeoutMs: number;
  /** Certificate authorities to trust instead of Node's. */
  ca?: string | undefined;
}>;

/** Connects to allowed addresses only. */
export type CheckedConnect = Readonly<{
  connect: buildConnector.connector;
  /** Aborts connections that are not established yet. */
  abort(): void;
}>;

/** Node's default of 250 ms would skip addresses that are merely far away. */
const NEXT_ADDRESS_AFTER_MS = 1_000;

/** Passes the checked addresses to Node, so that the name is not resolved again for the connection. */
const checkedLookup =
  ({ allowed, resolve }: Settings): LookupFunction =>
  (name, { all }, done) => {
    const fail = (error: NoConnection): void => done(error, []);
    const check = (addresses: Awaited<ReturnType<ResolveName>>): void => {
      const [first] = addresses;
      if (first === undefined) fail(new NoConnection('name_not_resolved'));
      else if (addresses.some(({ address }) => isForbiddenAddress(address, allowed))) {
        fail(new NoConnection('address_forbidden'));
      } else if (all) done(null, [...addresses]);
      else done(null, first.address, first.family);
    };
    resolve(name).then(check, () => fail(new NoConnection('name_not_resolved')));
  };

/** The meaning of an error before the connection is established; Node has no single code for failed handshakes. */
const meaningOf = (error: Error & { code?: string }, isVerified: boolean): Error => {
  const isOfTls = !isVerified || /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(error.code ?? '');
  return isOfTls ? new NoConnection('certificate_invalid') : error;
};

type Dial = (hostname: string, port: number, isTls: boolean) => Socket;

/** No TLS session is resumed, so that every connection verifies its certificate. */
const makeDial = (settings: Settings): Dial => {
  const lookup = checkedLookup(settings);
  const { ca } = settings;
  let context: SecureContext | undefined;

  return (hostname, port, isTls) => {
    const target = { host: hostname, port, lookup, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS };
    const options = { ...target, autoSelectFamily: true, noDelay: true, keepAlive: true };
    if (!isTls) return netConnect(options);
    // created once, since it parses all trusted certificates
    context ??= createSecureContext(ca === undefined ? {} : { ca });
    const servername = isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '';
    const tls = { secureContext: context, servername, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] };
    return tlsConnect({ ...options, ...tls });
  };
};

/** A connector for undici. Literal addresses in URLs are never looked up, so they are checked here. */
export const makeCheckedConnect = (settings: Settings): CheckedConnect => {
  const { allowed, timeoutMs } = settings;
  const dial = makeDial(settings);
  const connecting = new Set<Socket>();

  return {
    connect({ hostname, port, protocol }, done) {
      if (isIP(hostname) !== 0 && isForbiddenAddress(hostname, allowed)) {
        done(new NoConnection('address_forbidden'), null);
        return;
      }
      const isTls = protocol === 'https:';
      const socket = dial(hostname, Number(port) || (isTls ? 443 : 80), isTls);
      const timer = setTimeout(() => socket.destroy(new NoConnection('timeout')), timeoutMs);
      const applyOutcome = (): boolean => {
        clearTimeout(timer);
        return connecting.delete(socket);
      };
      connecting.add(socket);
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        if (applyOutcome()) done(null, socket);
      });
      // stays, so that no error is unhandled
      socket.on('error', (error) => {
        const { authorizationError } = socket as Socket & { authorizationError?: unknown };
        if (applyOutcome()) done(meaningOf(error, !authorizationError), null);
      });
    },

    abort() {
      for (const socket of connecting) socket.destroy(new NoConnection('connection_failed'));
    },
  };
};
