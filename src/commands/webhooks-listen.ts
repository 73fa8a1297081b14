import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signingKey } from '#adapters/webhooks/signature.ts';
import { ListenError } from './webhooks-listen/listen-error.ts';
import { makeReceiver } from './webhooks-listen/receiver.ts';
import { type Registration, register } from './webhooks-listen/registration.ts';
import { readListenSettings, type Source } from './webhooks-listen/settings.ts';

const print = (text: string): void => void process.stdout.write(text);

const listen = async (server: Server, port: number): Promise<string> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new ListenError(`Port ${port} is in use: choose another one with PORT.`)
      : error;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const registerAt = async (source: Source, url: string): Promise<Registration> => {
  if (source.kind === 'registered') return register(source, { url, events: source.events });
  return { id: 'the given secret', secret: source.secret, remove: async () => {} };
};

const keyOf = (secret: string) => {
  try {
    return signingKey(secret);
  } catch (error) {
    throw new ListenError((error as Error).message);
  }
};

/** Waits for a registration in flight: the endpoint would never be removed. */
const stopOnSignal = (server: Server, registering: Promise<Registration>): void => {
  let stopping = false;
  const stop = async (): Promise<void> => {
    // after a Ctrl-C, npm sends the same signal again
    if (stopping) return;
    stopping = true;
    try {
      await (await registering).remove();
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`);
      process.exitCode = 1;
    }
    server.closeAllConnections();
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
};

const main = async (): Promise<void> => {
  const { port, verbose, source } = readListenSettings(process.env);
  const { promise: key, resolve } = Promise.withResolvers<ReturnType<typeof signingKey>>();
  const server = createServer(makeReceiver({ key, verbose, now: () => new Date(), print }));
  const url = await listen(server, port);
  const registering = registerAt(source, url);
  stopOnSignal(server, registering);
  const registration = await registering;
  resolve(keyOf(registration.secret));
  print(`Listening at ${url} with ${registration.id}; Ctrl-C ends it.\n`);
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof ListenError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
