import { isIP } from 'node:net';
import { isForbiddenAddress } from './forbidden-address.ts';

const MAX_URL_LENGTH = 2_048;

/** The fault of a host that is, or leads to, an address that is not everybody's. */
export const NOT_PUBLIC = 'must lead to a public address, not to a private or reserved one';

type Allowed = Readonly<{ allowPrivate: boolean }>;

/** A URL that may be sent to as far as it says itself, or why not, as the end of a sentence. */
export type TargetUrl = Readonly<{ url: URL; fault?: undefined } | { url?: undefined; fault: string }>;

/** The host without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Names that the world's name servers never have. */
const NEVER_PUBLIC = /\.(?:localhost|local|internal|home\.arpa|invalid|onion)$/;

const isPublicName = (name: string): boolean =>
  name.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/.test(name) && !NEVER_PUBLIC.test(name);

const hostFault = (url: URL): string | undefined => {
  const host = hostOf(url);
  if (isIP(host) !== 0) return isForbiddenAddress(host) ? NOT_PUBLIC : undefined;
  return isPublicName(host.replace(/\.$/, ''))
    ? undefined
    : 'must have the full name of a public host, such as example.com';
};

const partFault = (url: URL, authority: string, { allowPrivate }: Allowed): string | undefined => {
  const isHttp = allowPrivate && url.protocol === 'http:';
  if (url.protocol !== 'https:' && !isHttp)
    return allowPrivate ? 'must be an http or https URL' : 'must be an https URL';
  if (authority.includes('@')) return 'must hold no user name and no password';
  if (url.port === '0') return 'must have a port from 1 to 65535, or none';
  // of what is never sent, nobody should believe that it is
  if (url.href.includes('#')) return 'must end before the #: what follows it is never sent';
  return allowPrivate ? undefined : hostFault(url);
};

/** Reads a URL and looks at all but what its name resolves to. */
export const readTargetUrl = (text: string, allowed: Allowed): TargetUrl => {
  if (text.length > MAX_URL_LENGTH) return { fault: `must have at most ${MAX_URL_LENGTH} characters` };
  // URL would leave white space out and add slashes: what is shown would not be what is called
  const [, authority] = /^[a-z]+:\/\/([^/?#\\\s]*)(?:[/?#]\S*)?$/i.exec(text) ?? [];
  const isWhole = authority !== undefined && (authority !== '' || !/^https?:/i.test(text));
  const url = isWhole ? URL.parse(text) : null;
  if (url === null) return { fault: 'must be a whole URL, such as https://example.com/webhooks' };
  const fault = partFault(url, authority ?? '', allowed);
  return fault === undefined ? { url } : { fault };
};
