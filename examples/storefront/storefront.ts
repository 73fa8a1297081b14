import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseConfig } from '#composition/parse-config.ts';
import { startService } from '#composition/service.ts';
import type { Log } from '#core/shared/log.ts';
import { makeApiCaller } from './demo/api-caller.ts';
import { fillShop } from './demo/fill-shop.ts';
import { makePageServer } from './page-server.ts';

/** A running shop: its page, and the service behind it. */
export type Storefront = Readonly<{
  /** Of the page, such as `http://127.0.0.1:8080`. */
  url: string;
  apiUrl: string;
  publishableKey: string;
  owner: Readonly<{ email: string; password: string }>;
  stop(): Promise<void>;
}>;

const HOST = '127.0.0.1';

const OWNER_EMAIL = 'owner@example.com';

type Options = Readonly<{
  /** The port of the page; 0 takes a free one. */
  port: number;
  /** Where the service sends mails about orders; undefined for none. */
  smtpUrl?: string | undefined;
  log: Log;
}>;

/** Starts a service on memory with a demo shop, and its page. @throws StartError, ConfigError, or the error of the port. */
export const startStorefront = async ({ port, smtpUrl = '', log }: Options): Promise<Storefront> => {
  const owner = { email: OWNER_EMAIL, password: randomBytes(18).toString('base64url') };
  let config = { apiUrl: '', publishableKey: '' };
  const pages = makePageServer(() => config);
  // its origin is part of the key
  pages.listen(port, HOST);
  await once(pages, 'listening');
  const url = `http://${HOST}:${(pages.address() as AddressInfo).port}`;
  const service = await startService(settingsOf(url, owner, smtpUrl), log);
  const stop = async (): Promise<void> => {
    pages.close();
    pages.closeAllConnections();
    await service.stop();
  };
  try {
    const { token } = await makeApiCaller(service.url)('/api/auth', owner);
    const call = makeApiCaller(service.url, token);
    await fillShop(call);
    const { key } = await call('/api/auth/keys', { name: 'Shop page', kind: 'publishable', allowed_origins: [url] });
    config = { apiUrl: service.url, publishableKey: key };
    return { url, ...config, owner, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The sandbox is the default gateway, and browsers may call from the origins of publishable keys. */
const settingsOf = (url: string, owner: Storefront['owner'], smtpUrl: string) =>
  parseConfig({
    STORAGE: 'memory',
    PORT: '0',
    CUSTOMER_SIGN_UP: 'open',
    STORE_CURRENCY: 'EUR',
    PRICES_INCLUDE_TAX: 'true',
    SMTP_URL: smtpUrl,
    ORDER_PAGE_URL: `${url}/orders`,
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
  });
