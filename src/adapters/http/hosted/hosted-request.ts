import type Koa from 'koa';
import { MAIL_LANGUAGES, type MailLanguage } from '#core/mails/mail-language.ts';
import type { BodyPace, InFlight } from '../admission/in-flight.ts';
import { readBytes, requireMediaType } from '../request/body.ts';
import type { RequestState } from '../request/request-state.ts';
import { HttpError } from '../responses/problem.ts';

type Context = Koa.ParameterizedContext<RequestState>;

/** The language of the address, else the browser's, else the shop's. */
export const languageOf = (ctx: Context, asked: string | null, usual: MailLanguage): MailLanguage => {
  const known = MAIL_LANGUAGES.find((language) => language === asked);
  if (known !== undefined || ctx.get('Accept-Language') === '') return known ?? usual;
  const accepted = ctx.acceptsLanguages([usual, ...MAIL_LANGUAGES]);
  return MAIL_LANGUAGES.find((language) => language === accepted) ?? usual;
};

/** A hundred items, and the longest texts in percent-encoding. */
const MAX_BODY_BYTES = 32_768;

/** The fields of a form as a browser sends them. */
export const readFields = async (ctx: Context, inFlight: Pick<InFlight, 'admitBody'>): Promise<URLSearchParams> => {
  requireMediaType(ctx.req, ['application/x-www-form-urlencoded']);
  const admit = (bytes: number): BodyPace => inFlight.admitBody(ctx, bytes);
  const bytes = await readBytes(ctx.req, { maxBytes: MAX_BODY_BYTES, admit });
  return new URLSearchParams(new TextDecoder().decode(bytes));
};

/**
 * Refuses forms of other sites. A page without a referrer sends the origin `null` with its own forms, so browsers are asked
 * by `Sec-Fetch-Site`, which those without encryption and old ones omit.
 * @throws HttpError `forbidden`.
 */
export const requireSameSite = (ctx: Context): void => {
  const [site, origin] = [ctx.get('Sec-Fetch-Site'), ctx.get('Origin')];
  const hosts = [ctx.host, new URL(ctx.state.publicUrl).host];
  const isOwn = origin === '' || origin === 'null' || (URL.canParse(origin) && hosts.includes(new URL(origin).host));
  if (site === '' ? isOwn : site === 'same-origin') return;
  throw new HttpError(403, 'forbidden', 'The form must be sent from its own page.');
};
