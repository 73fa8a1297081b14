// Why: docs/decisions/0047-dashboard.md

import type Koa from 'koa';
import type { RequestState } from '../request/request-state.ts';
import { HttpError } from '../responses/problem.ts';

/** Signs in with POST, and out with DELETE. GET says who is signed in, and renews the cookie; 204 if nobody is. */
const SESSION_PATH = '/dashboard/session';

/** The operations of the API that do it. */
const API_PATH = '/api/auth';

const METHODS = ['GET', 'POST', 'DELETE'];

/** In seconds: the two hours after which the page ends the session of an idle user, and time to do so. */
const MAX_AGE = 7_800;

type PublicUrl = () => string;

type Headers = Koa.Context['req']['headers'];

/** Browsers accept the prefix only from https, for the whole host, and with `Secure`. */
const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

const nameOf = (publicUrl: string): string => (isSecure(publicUrl) ? '__Host-commerce_session' : 'commerce_session');

/** No script reads the cookie, and no other site's page sends it. */
const cookieOf = (token: string, { publicUrl, maxAge }: Readonly<{ publicUrl: string; maxAge: number }>): string =>
  `${nameOf(publicUrl)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}` +
  (isSecure(publicUrl) ? '; Secure' : '');

/** Whether the browser says that a page of this service has sent the request. */
const isSameOrigin = ({ 'sec-fetch-site': site, origin }: Headers, publicUrl: string): boolean =>
  site === undefined ? origin === publicUrl : site === 'same-origin';

const tokenOf = (cookies: string | undefined, name: string): string | undefined =>
  cookies
    ?.split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The API and the session itself take the cookie; a new session begins without the former. */
const takesCookie = ({ path, method, req }: Koa.Context): boolean =>
  req.headers.authorization === undefined && (path.startsWith('/api/') || (path === SESSION_PATH && method !== 'POST'));

/**
 * Authenticates the requests of the dashboard by the token in its cookie. A header `Authorization` goes before the cookie,
 * and the cookie of a request from another origin is ignored.
 */
export const readSessionCookie =
  (publicUrl: PublicUrl): Koa.Middleware<RequestState> =>
  async (ctx, next) => {
    const url = publicUrl();
    const { headers } = ctx.req;
    const token = takesCookie(ctx) ? tokenOf(headers.cookie, nameOf(url)) : undefined;
    if (token === undefined || !isSameOrigin(headers, url)) return next();
    headers.authorization = `Bearer ${token}`;
    return next();
  };

/**
 * Signs in and out as the API does, but the token of the session goes into the cookie and not to the page. Only these
 * requests change the cookie: a late response of another one would replace that of a newer session.
 */
export const serveDashboardSession =
  (publicUrl: PublicUrl): Koa.Middleware<RequestState> =>
  async (ctx, next) => {
    if (ctx.path !== SESSION_PATH) return next();
    if (!METHODS.includes(ctx.method)) {
      const allowed = METHODS.join(', ');
      throw new HttpError(405, 'method_not_allowed', `Allowed here: ${allowed}.`, { headers: { Allow: allowed } });
    }
    const url = publicUrl();
    if (!isSameOrigin(ctx.req.headers, url)) {
      throw new HttpError(403, 'forbidden', 'Only the pages of the dashboard sign in here. Others use POST /api/auth.');
    }
    const isRead = ctx.method === 'GET';
    ctx.path = API_PATH;
    try {
      await next();
    } catch (error) {
      if (!isRead || !(error instanceof HttpError) || error.status !== 401) throw error;
      ctx.status = 204;
    }
    if (ctx.status === 201) keepToken(ctx, url);
    if (ctx.status === 204 && !isRead) ctx.set('Set-Cookie', cookieOf('', { publicUrl: url, maxAge: 0 }));
    if (ctx.status === 200) renew(ctx, url);
  };

const renew = (ctx: Koa.ParameterizedContext<RequestState>, publicUrl: string): void => {
  const token = tokenOf(ctx.req.headers.cookie, nameOf(publicUrl));
  if (token !== undefined) ctx.set('Set-Cookie', cookieOf(token, { publicUrl, maxAge: MAX_AGE }));
};

const keepToken = (ctx: Koa.ParameterizedContext<RequestState>, publicUrl: string): void => {
  const { token, token_type: _type, ...session } = JSON.parse(String(ctx.body));
  ctx.set('Set-Cookie', cookieOf(token, { publicUrl, maxAge: MAX_AGE }));
  ctx.body = Buffer.from(JSON.stringify(session));
};
