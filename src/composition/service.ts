import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Container } from 'inversify';
import { makeHttpServer } from '#adapters/http/server/http-server.ts';
import { listen } from '#adapters/http/server/listener.ts';
import { makeParserProblem } from '#adapters/http/server/parser-problem.ts';
import { withoutRepeatedOutages } from '#adapters/system/outage-log.ts';
import { makePassword } from '#adapters/system/random-password.ts';
import type { Log } from '#core/shared/log.ts';
import { backgroundOf } from './background.ts';
import type { Config } from './config.ts';
import { buildContainer } from './container.ts';
import { StartError } from './start-error.ts';
import { USERS } from './tokens/access.ts';
import { HTTP } from './tokens/http.ts';
import { PAYMENTS } from './tokens/payments.ts';
import { STORAGE } from './tokens/storage.ts';
import { SYSTEM } from './tokens/system.ts';
import { openTraces } from './traces.ts';

/** The service, running. */
export type Service = Readonly<{
  /** Such as `http://127.0.0.1:3000`. */
  url: string;
  /** The owner's random password, if this start has created the owner. */
  ownerPassword: string | undefined;
  /** Who may use the sandbox, unless everybody on a developer's machine may. */
  sandboxNotice: string | undefined;
  /** Completes the requests in flight, then stops the background work and the storage. */
  stop(): Promise<void>;
}>;

/** How long background work and storage may take to stop; the process ends without them after that. */
const CLOSE_TIMEOUT_MS = 3_000;

/**
 * Starts everything.
 * @throws StartError, DatabaseError, EmbeddedServerError or ServerAddressError; nothing is left running then.
 */
export const startService = async (config: Config, processLog: Log): Promise<Service> => {
  const log = withoutRepeatedOutages(processLog, () => performance.now());
  let stopping = false;
  let url = '';
  const publicUrl = () => config.publicUrl ?? url;
  const traces = await openTraces(config, log);
  const tracing = traces?.tracing;
  const container = await buildContainer(config, { log, tracing, isStopping: () => stopping, publicUrl });
  const [startStorage, closeStorage] = [container.get(STORAGE.start), container.get(STORAGE.close)];
  try {
    const ownerPassword = await ensureOwner(container, config);
    const listener = await listen(makeServer(container, { limits: config.limits, publicUrl }), config, log);
    url = listener.url;
    const background = backgroundOf(container);
    startStorage();
    for (const work of background) work.start();
    const close = () => Promise.all(background.map((work) => work.stop())).then(closeStorage);
    return {
      url,
      ownerPassword,
      sandboxNotice: container.get(PAYMENTS.sandboxNotice),
      async stop() {
        stopping = true;
        await listener.drain();
        await within(CLOSE_TIMEOUT_MS, close()).finally(() => traces?.stop());
      },
    };
  } catch (error) {
    await closeStorage();
    await traces?.stop();
    throw error;
  }
};

/** Creates an owner if there is none. @returns the random password that it made. */
const ensureOwner = async (container: Container, { owner, production }: Config): Promise<string | undefined> => {
  if (await container.get(STORAGE.unitOfWork).run((tx) => tx.users.hasOwner())) return undefined;
  if (production) await requireSafePassword(container, owner);
  const password = owner.password ?? makePassword();
  const isNew = await container.get(USERS.ensureOwner)({ email: owner.email, password });
  return isNew && owner.password === undefined ? password : undefined;
};

const requireSafePassword = async (container: Container, { password }: Config['owner']): Promise<void> => {
  if (password === undefined) {
    throw new StartError(
      'There is no owner yet: set OWNER_EMAIL and OWNER_PASSWORD for this start, or run `npm run admin -- create-owner`.',
    );
  }
  if (await container.get(SYSTEM.commonPasswords).includes(password)) {
    throw new StartError('OWNER_PASSWORD must not be easy to guess, such as a common password or a row of keys.');
  }
};

const makeServer = (
  container: Container,
  { limits, publicUrl }: Pick<Config, 'limits'> & Readonly<{ publicUrl: () => string }>,
): Server =>
  makeHttpServer({
    handler: container.get(HTTP.app).callback(),
    problem: makeParserProblem(publicUrl),
    headersTimeoutMs: 10_000,
    bodyTimeoutMs: 30_000,
    bursts: container.get(HTTP.bursts),
    clientTimeoutMs: limits.clientTimeoutMs,
    ...limits.connections,
  });

/** Waits for a promise, but no longer than a time. */
const within = async (milliseconds: number, promise: Promise<void>): Promise<void> => {
  const timer = new AbortController();
  const timeout = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([promise, timeout]);
  timer.abort();
};
