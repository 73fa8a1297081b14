import type { Context } from 'koa';
import type { Actor } from '#core/shared/actor.ts';
import type { Metrics } from './metrics.ts';

export const SECRET_KEY_WARNING = 'X-Secret-Key-Warning';

const WARNING = 'This key is secret and was sent by a page: revoke it, and use a publishable key in pages.';

/** Warns in the response and the metrics of a secret key that a page of another origin sent. The API's own pages may. */
export const warnOfSecretKey = (
  ctx: Pick<Context, 'set'>,
  { kind }: Actor,
  { origin, publicUrl, metrics }: Readonly<{ origin: string | undefined; publicUrl: string; metrics: Metrics }>,
): void => {
  if (kind !== 'api_key' || origin === undefined || origin === publicUrl) return;
  ctx.set(SECRET_KEY_WARNING, WARNING);
  metrics.observeSecretKeyInPage();
};
