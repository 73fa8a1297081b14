import { openLog } from '#adapters/system/log.ts';
import { messageFor } from '#commands/expected-errors.ts';
import { StartError } from '#composition/start-error.ts';
import { type Storefront, startStorefront } from './storefront.ts';

const DEFAULT_PORT = 8080;

const portOf = (setting: string | undefined): number => {
  const port = setting ? Number(setting) : DEFAULT_PORT;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartError('STOREFRONT_PORT must be a port from 0 to 65535; 0 takes a free one.');
  }
  return port;
};

const stopOnSignal = ({ stop }: Storefront): void => {
  let stopping = false;
  const end = async (): Promise<void> => {
    // after a Ctrl-C, npm sends the same signal again
    if (stopping) return;
    stopping = true;
    await stop();
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());
};

try {
  const { env: setting } = process;
  const log = await openLog('warn');
  const storefront = await startStorefront({
    port: portOf(setting['STOREFRONT_PORT']),
    smtpUrl: setting['SMTP_URL'],
    log,
  });
  stopOnSignal(storefront);
  const { url, apiUrl, owner } = storefront;
  process.stdout.write(
    `\n  Shop       ${url}\n  Service    ${apiUrl}/docs\n  Owner      ${owner.email}, password ${owner.password}\n\n` +
      '  The discount code is WELCOME10. Ctrl-C stops the shop and deletes its data.\n\n',
  );
} catch (error) {
  process.stderr.write(messageFor(error));
  process.exit(1);
}
