import { isIP } from 'node:net';
import { type AllowedTargets, isForbiddenAddress } from './forbidden-address.ts';

const MAX_URL_LENGTH = 2_048;

/** The error of a host that is or resolves to a non-public address. */
export const NOT_PUBLIC =
  'must resolve to a public address, not to a private or reserved one (unless WEBHOOK_ALLOW_PRIVATE=true is set)';

/** The parsed target URL, or why it is not allowed, as a phrase. */
export type TargetUrl = Readonly<{ url: URL; error?: undefined } | { url?: undefined; error: string }>;

/** The host without IPv6 brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const SCHEMES: Readonly<Record<AllowedTargets, string>> = {
  public: 'must be an https URL (unless WEBHOOK_ALLOW_PRIVATE=true is set)',
  loopback: 'must be an https URL, or an http URL of this machine (unless WEBHOOK_ALLOW_PRIVATE=true is set)',
  private: 'must be an http or https URL',
};

/** Names that public name servers never have. */
const NEVER_PUBLIC = /\.(?:localhost|local|internal|home\.arpa|invalid|onion)$/;

const isPublicName = (name: string): boolean =>
  name.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/.test(name) && !NEVER_PUBLIC.test(name);

/** Whether a URL names this machine. */
const isLoopback = (url: URL): boolean => {
  const host = hostOf(url).replace(/\.$/, '');
  return (
    /^(?:.+\.)?localhost$/.test(host) ||
    (isIP(host) !== 0 && !isForbiddenAddress(host, 'loopback') && isForbiddenAddress(host, 'public'))
  );
};

const hostError = (url: URL): string | undefined => {
  const host = hostOf(url);
  if (isIP(host) !== 0) return isForbiddenAddress(host, 'public') ? NOT_PUBLIC : undefined;
  return isPublicName(host.replace(/\.$/, ''))
    ? undefined
    : 'must have the full name of a public host, such as example.com';
};

const partError = (url: URL, authority: string, allowed: AllowedTargets): string | undefined => {
  const isTrusted = allowed === 'private' || (allowed === 'loopback' && isLoopback(url));
  if (url.protocol !== 'https:' && !(isTrusted && url.protocol === 'http:')) return SCHEMES[allowed];
  if (authority.includes('@')) return 'must not contain a user name or password';
  if (url.port === '0') return 'must have a port from 1 to 65535, or none';
  // a fragment is never sent, so it must not seem to be
  if (url.href.includes('#')) return 'must not have a fragment (#…), which is never sent';
  return isTrusted ? undefined : hostError(url);
};

/** Checks a URL without resolving its name. */
export const readTargetUrl = (text: string, allowed: AllowedTargets): TargetUrl => {
  if (text.length > MAX_URL_LENGTH) return { error: `must have at most ${MAX_URL_LENGTH} characters` };
  // URL would trim white space and add slashes: the shown URL would differ from the called one
  const [, authority] = /^[a-z]+:\/\/([^/?#\\\s]*)(?:[/?#]\S*)?$/i.exec(text) ?? [];
  const isWhole = authority !== undefined && (authority !== '' || !/^https?:/i.test(text));
  const url = isWhole ? URL.parse(text) : null;
  if (url === null) return { error: 'must be an absolute URL, such as https://example.com/webhooks' };
  const error = partError(url, authority ?? '', allowed);
  return error === undefined ? { url } : { error };
};
