import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RateLimit, RateLimiter } from '#core/shared/rate-limiter.ts';
import { rateLimited } from '../authorization/authenticate.ts';
import { HttpError } from '../responses/problem.ts';
import { clientNetwork } from './client-network.ts';

export type MetricsAccess = Readonly<{
  /** Undefined: metrics are shown to clients on this machine. */
  token: string | undefined;
  /** Counts in this process. */
  limiter: RateLimiter;
}>;

/** Several scrapers and a person; metrics take some milliseconds of a process. */
const LIMIT: RateLimit = { calls: 600, seconds: 60 };

/** The beginnings of headers that proxies and content delivery networks add: the client behind one may be anywhere. */
const OF_PROXIES =
  /^(?:forwarded|via|x-forwarded|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-|x-envoy-|x-amzn-|x-azure-|true-client-ip|client-ip|cf-|fastly-|cdn-loop)/;

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;

/** How a client on the same machine calls it. A proxy may pass on the name by which it was called itself. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** @throws HttpError `not_found` or `invalid_api_key` without access, `rate_limited`. */
export const requireMetricsAccess = async (request: IncomingMessage, access: MetricsAccess): Promise<void> => {
  const { remoteAddress = '' } = request.socket;
  const rate = await access.limiter.take(`metrics:${clientNetwork(remoteAddress)}`, LIMIT);
  if (!rate.allowed) throw rateLimited(rate);
  if (access.token !== undefined) requireToken(request, access.token);
  else if (!isLocal(request)) throw new HttpError(404, 'not_found', 'There is no such resource.');
};

const requireToken = ({ headers: { authorization = '' } }: IncomingMessage, token: string): void => {
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
  if (timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))) return;
  throw new HttpError(
    401,
    'invalid_api_key',
    'Send the token of METRICS_TOKEN: Authorization: Bearer <METRICS_TOKEN>.',
  );
};

const isLocal = ({ socket, headers, httpVersion }: IncomingMessage): boolean =>
  LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
  LOOPBACK_HOST.test(headers.host ?? '') &&
  // nginx calls what is behind it by HTTP 1.0 and the loopback address, unless it is told otherwise
  httpVersion !== '1.0' &&
  !Object.keys(headers).some((name) => OF_PROXIES.test(name));
