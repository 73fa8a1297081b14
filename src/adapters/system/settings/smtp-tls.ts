import { isLoopback } from './deployment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Parameters of the URL by which the mail library would send without TLS, or to a server that it has not verified. */
const INSECURE: Readonly<Record<string, string>> = {
  ignoreTLS: 'true',
  requireTLS: 'false',
  secure: 'false',
  'tls.rejectUnauthorized': 'false',
};

const urlOf = ({ SMTP_URL: url }: Environment): URL | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url) : undefined;

const isRemote = ({ hostname }: URL): boolean => !isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));

/** Whether mail may only be sent over TLS: in production, to another machine. With `smtp://` the server must offer STARTTLS. */
export const requiresSmtpTls = (set: Environment): boolean => {
  const url = urlOf(set);
  return set['NODE_ENV'] === 'production' && url !== undefined && isRemote(url);
};

/** Errors of an SMTP URL that turns TLS off where it is required. */
export const smtpTlsErrors = (set: Environment): string[] => {
  const url = urlOf(set);
  if (url === undefined || !requiresSmtpTls(set)) return [];
  return [...url.searchParams].flatMap(([name, value]) =>
    INSECURE[name] === value
      ? [`SMTP_URL must not set ${name}=${value} in production: mail is sent over TLS, by smtps:// or STARTTLS`]
      : [],
  );
};
