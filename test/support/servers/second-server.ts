import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Route } from '#adapters/http/routing/route.ts';
import { buildContainer } from '#composition/container.ts';
import type { Limits } from '#composition/limits.ts';
import { parseConfig } from '#composition/parse-config.ts';
import { USERS } from '#composition/tokens/access.ts';
import { HTTP } from '#composition/tokens/http.ts';
import { aLog } from '../log.ts';
import { callerOf, OWNER, ownerKeyOf } from './calls.ts';

/** The service with an additional route, and a caller with the owner's key. */
export const serveAlso = async (
  route: Route,
  settings: Record<string, string> = {},
  inFlight: Partial<Limits['inFlight']> = {},
) => {
  const parsed = parseConfig({
    STORAGE: 'memory',
    RATE_LIMIT: 'off',
    SIGN_IN_RATE_LIMIT: 'off',
    ...settings,
  });
  const { limits } = parsed;
  const config = { ...parsed, limits: { ...limits, inFlight: { ...limits.inFlight, ...inFlight } } };
  const { log, lines } = aLog();
  const container = await buildContainer(config, { log, isStopping: () => false, publicUrl: () => 'http://127.0.0.1' });
  container.bind(HTTP.routes).toConstantValue([{ ...route, tag: 'Shop' }]);
  await container.get(USERS.ensureOwner)(OWNER);
  const server = createServer(container.get(HTTP.app).callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ownerKey = await ownerKeyOf(url);
  return { server, url, lines, ownerKey, call: callerOf(url, ownerKey) };
};
