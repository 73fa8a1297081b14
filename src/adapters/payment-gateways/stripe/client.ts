import type { Stripe } from 'stripe';

export type ClientSettings = Readonly<{
  secretKey: string;
  /** The API's address if not Stripe's: `http://127.0.0.1:12111`. */
  apiBase?: string;
  timeoutMs: number;
}>;

/** Returns the client of Stripe's SDK, loaded with the first call. */
export type Client = () => Promise<Stripe>;

export const lazyClient = (settings: ClientSettings): Client => {
  let client: Promise<Stripe> | undefined;
  return () => {
    client ??= open(settings);
    return client;
  };
};

const open = async ({ secretKey, apiBase, timeoutMs }: ClientSettings): Promise<Stripe> => {
  const { Stripe } = await import('stripe');
  return new Stripe(secretKey, {
    ...(apiBase === undefined ? {} : addressOf(new URL(apiBase))),
    timeout: timeoutMs,
    // the caller retries and records it
    maxNetworkRetries: 0,
    httpClient: withoutSecondTries(Stripe.createNodeHttpClient()),
    telemetry: false,
  });
};

const addressOf = ({ protocol, hostname, port }: URL) => ({
  protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
  host: hostname.replace(/^\[|\]$/g, ''),
  port: port || (protocol === 'http:' ? '80' : '443'),
});

/**
 * The SDK repeats a request whose connection was closed, even with retries disabled, and reports only the second
 * attempt. That one may not have been sent although the first was.
 */
const withoutSecondTries = (client: Stripe.HttpClient): Stripe.HttpClient => ({
  getClientName: () => client.getClientName(),
  makeRequest: async (...request) => {
    try {
      return await client.makeRequest(...request);
    } catch (error) {
      throw isClosed(error) ? Object.assign(error, { code: 'CLOSED' }) : error;
    }
  },
});

const isClosed = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
