/** The address and credentials of NATS. */
export type NatsAddress = Readonly<{
  /** Hosts with ports of one cluster. */
  servers: readonly string[];
  credentials: Readonly<{ user?: string; pass?: string; token?: string }>;
  isEncrypted: boolean;
}>;

/**
 * Parses `nats://user:password@host:4222`, or several separated by commas. A name without a password is a token. The
 * first credentials count; with one `tls://` all connections are encrypted.
 */
export const parseNatsUrl = (text: string): NatsAddress => {
  const urls = text.split(',').map((url) => new URL(url.trim()));
  const named = urls.find(({ username }) => username !== '');
  return {
    servers: urls.map(({ host }) => host),
    credentials: named === undefined ? {} : credentialsIn(named),
    isEncrypted: urls.some(({ protocol }) => protocol === 'tls:'),
  };
};

const credentialsIn = ({ username, password }: URL): NatsAddress['credentials'] => {
  const user = decodeURIComponent(username);
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) };
};
