import { COMMERCE_URL, SITE_URL } from 'astro:env/server';
import { defineMiddleware } from 'astro:middleware';
import { isProblem } from 'commerce-client';
import { makeApi } from './shop/api.ts';
import { formerPage } from './shop/redirects.ts';

/** No script runs on any page: the JSON-LD of a product is data. */
const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    // products and their descriptions may have images of anywhere
    `img-src 'self' https: ${new URL(COMMERCE_URL).origin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cache-Control': 'private, no-cache',
  // with no-referrer, browsers would send the forms without their origin
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** The pages of errors come after the response that they replace. */
const isErrorPage = (pattern: string): boolean => pattern === '/404' || pattern === '/500';

export const onRequest = defineMiddleware(async ({ request, clientAddress, locals, url, routePattern }, next) => {
  if (!isRead(request) && request.headers.get('Origin') !== new URL(SITE_URL).origin) {
    return new Response('The form is not of this site.', { status: 403, headers: HEADERS });
  }
  locals.apiFor = (orderToken) => makeApi({ clientAddress, orderToken });
  const found = await next().catch(noPageFor);
  const isFormer = found.status === 404 && isRead(request) && !isErrorPage(routePattern);
  const response = (isFormer && (await formerPage(locals.apiFor(), url))) || found;
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  return response;
});

/** The service knows nothing by this address; Astro adds the page of the error. */
const noPageFor = (error: unknown): Response => {
  if (isProblem(error, 'not_found', 'invalid_parameter', 'invalid_cursor')) return new Response(null, { status: 404 });
  throw error;
};
