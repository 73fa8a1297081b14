import { openLog, type ProcessLog } from '#adapters/system/log.ts';
import type { Config } from '#composition/config.ts';
import { readEnvironment } from '#composition/environment.ts';
import { parseConfig } from '#composition/parse-config.ts';
import { type Service, startService } from '#composition/service.ts';
import { messageFor } from './expected-errors.ts';

/** The addresses and credentials that a developer needs after `npm start`. */
const welcome = ({ url, ownerPassword, sandboxNotice }: Service, { owner, role }: Config): string => {
  const signIn = JSON.stringify({ email: owner.email, password: ownerPassword });
  const ownerLine =
    ownerPassword === undefined
      ? `  Owner      ${owner.email}`
      : `  Owner      ${owner.email}, password ${ownerPassword} (shown only once)`;
  if (role === 'worker') return ['', `  Worker     ${url}/health/ready`, ownerLine, '', ''].join('\n');
  const sandboxLine = sandboxNotice === undefined ? [] : [`  Sandbox    ${sandboxNotice}`];
  return [
    '',
    `  Service    ${url}`,
    `  Dashboard  ${url}/dashboard`,
    `  API docs   ${url}/docs`,
    ownerLine,
    ...sandboxLine,
    ownerPassword === undefined
      ? `  Try        curl ${url}/api/products`
      : `  Try        curl -X POST ${url}/api/auth -H 'Content-Type: application/json' -d '${signIn}'`,
    '',
    '',
  ].join('\n');
};

/** What the defaults of a developer's machine permit; nothing else announces it. */
const announceDefaults = ({ development, corsOrigins, webhookTargets }: Config, log: ProcessLog): void => {
  if (!development) return;
  if (corsOrigins === 'loopback') {
    log.info({}, 'browsers may call the API from pages on this machine: set CORS_ORIGINS to change it');
  }
  if (webhookTargets === 'loopback') {
    log.info({}, 'webhooks may go to this machine over HTTP: set WEBHOOK_ALLOW_PRIVATE to change it');
  }
};

const stopOnSignal = (service: Service, log: ProcessLog): void => {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    // after a Ctrl-C, npm sends the same signal again
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    try {
      await service.stop();
      log.info({}, 'stopped');
    } catch (error) {
      log.error({ err: error }, 'stopped after an error');
      process.exitCode = 1;
    }
    log.flush();
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
};

const main = async (): Promise<void> => {
  const config = parseConfig(readEnvironment());
  const log = await openLog(config.logLevel);
  const service = await startService(config, log);
  stopOnSignal(service, log);
  for (const { name, setting } of config.misspelt) log.warn({}, `${name} is not a setting: did you mean ${setting}?`);
  for (const name of config.former)
    log.warn({}, `${name} is no setting any more, and has no effect: see docs/settings.md`);
  announceDefaults(config, log);
  if (!config.production) process.stdout.write(welcome(service, config));
  log.info({ url: service.url }, 'listening');
  // gives the memory of the start back: 14 MB, which V8 would keep
  setTimeout(() => globalThis.gc?.({ flavor: 'last-resort' }), 1_000).unref();
};

try {
  await main();
} catch (error) {
  process.stderr.write(messageFor(error));
  process.exit(1);
}
