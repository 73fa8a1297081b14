import { hash } from 'node:crypto';
import type Koa from 'koa';
import type { MailLanguage } from '#core/mails/mail-language.ts';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { Shop } from '#core/shop/shop.ts';
import type { RequestState } from '../request/request-state.ts';
import { escapeHtml } from '../responses/escape-html.ts';
import { HOSTED_STYLE } from './hosted-style.ts';

/** What all pages for buyers that the service itself serves have in common. */
export type HostedFrame = Readonly<{ language: MailLanguage; shop: Pick<Shop, 'name' | 'logoUrl'> }>;

/** `content` is HTML. */
export type HostedContent = Readonly<{ title: string; content: string }>;

type HostedPage = HostedContent &
  Readonly<{
    frame: HostedFrame;
    /** The address of the page in another language; undefined if it has none, such as after a form. */
    inLanguage?: ((language: MailLanguage) => string) | undefined;
    /** Whether it shows images of the service. */
    hasImages?: boolean;
    /** Whether its form leads to a bank: browsers apply `form-action` to redirects too. */
    leavesSite?: boolean;
    /** The scripts of a payment provider, and what they may reach. */
    scripts?: HostedScript | undefined;
  }>;

type HostedScript = NonNullable<NonNullable<PaymentGateway['hostedForm']>['script']>;

type Context = Koa.ParameterizedContext<RequestState>;

const STYLE_SOURCE = `'sha256-${hash('sha256', HOSTED_STYLE, 'base64')}'`;

/** Responds with a page that has no script unless it says so. Its address is a secret, so it is sent nowhere. */
export const sendHostedPage = (ctx: Context, status: number, page: HostedPage): void => {
  ctx.status = status;
  ctx.set({
    'Content-Security-Policy': policyOf(page),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
  ctx.vary('Accept-Language');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html(page);
};

const policyOf = ({ frame: { shop }, hasImages = false, leavesSite = false, scripts }: HostedPage): string => {
  const logo = shop.logoUrl === null ? [] : [new URL(shop.logoUrl).origin];
  const images = ['data:', ...(hasImages ? ["'self'"] : []), ...logo];
  return [
    "default-src 'none'",
    `img-src ${images.join(' ')}`,
    `style-src ${STYLE_SOURCE}`,
    ...(scripts === undefined ? [] : scriptRules(scripts)),
    "base-uri 'none'",
    ...(leavesSite ? [] : ["form-action 'self'"]),
    "frame-ancestors 'none'",
  ].join('; ');
};

const scriptRules = ({ url, code, connects, frames }: HostedScript): string[] => [
  `script-src ${new URL(url).origin} 'sha256-${hash('sha256', code, 'base64')}'`,
  `connect-src ${connects.join(' ')}`,
  `frame-src ${frames.join(' ')}`,
];

const html = ({ frame, title, content, inLanguage, scripts }: HostedPage): string => `<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} – ${frame.shop.name}`)}</title>
<link rel="icon" href="data:,">
<style>${HOSTED_STYLE}</style>
</head>
<body>
<header>
${brandOf(frame)}
${inLanguage === undefined ? '' : languageLink(frame, inLanguage)}
</header>
<main>
${content}
</main>${
  scripts === undefined
    ? ''
    : `
<script src="${escapeHtml(scripts.url)}"></script>
<script>${scripts.code}</script>`
}
</body>
</html>
`;

const brandOf = ({ shop: { name, logoUrl } }: HostedFrame): string =>
  logoUrl === null
    ? `<p>${escapeHtml(name)}</p>`
    : `<img class="logo" src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name)}">`;

const LANGUAGE_NAMES: Readonly<Record<MailLanguage, string>> = { en: 'English', de: 'Deutsch' };

const languageLink = ({ language }: HostedFrame, inLanguage: (language: MailLanguage) => string): string => {
  const other: MailLanguage = language === 'en' ? 'de' : 'en';
  return `<a href="${escapeHtml(inLanguage(other))}" lang="${other}" hreflang="${other}">${LANGUAGE_NAMES[other]}</a>`;
};

export const hiddenField = (name: string, value: string): string =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">\n`;

export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

export const noteOf = (text: string): string => `<p class="note">${escapeHtml(text)}</p>`;

/** @param css Such as `button`. */
export const linkTo = (url: string, text: string, css = ''): string => {
  const style = css === '' ? '' : ` class="${css}"`;
  return `<p><a${style} href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`;
};

const CONTACT: Readonly<Record<MailLanguage, (email: string) => string>> = {
  en: (email) => `Questions? Write to ${email}.`,
  de: (email) => `Fragen? Schreiben Sie an ${email}.`,
};

/** Where questions are answered, if the shop has an e-mail. */
export const contactLine = ({ email }: Pick<Shop, 'email'>, language: MailLanguage): string =>
  email === null ? '' : `<p class="hint">${escapeHtml(CONTACT[language](email))}</p>`;

/** Read at once. */
export const alertOf = (texts: readonly string[]): string =>
  texts.length === 0
    ? ''
    : `<div class="alert" role="alert" tabindex="-1" autofocus>${texts.map(paragraph).join('\n')}</div>`;

/** The path of an image that the service serves; those of other hosts would learn who looks at the page. */
export const storedImage = (image: string | null, origin: string): string | undefined => {
  const url = image !== null && URL.canParse(image) ? new URL(image) : undefined;
  return url?.origin === origin ? url.pathname : undefined;
};
