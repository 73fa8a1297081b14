import { hash } from 'node:crypto';
import type Koa from 'koa';
import type { MailLanguage } from '#core/mails/mail-language.ts';
import type { RequestState } from '../request/request-state.ts';
import { escapeHtml } from '../responses/escape-html.ts';
import { PAGE_MESSAGES } from './withdrawal-page-messages.ts';

export const PAGE_PATH = '/withdraw';

export const CONFIRM_PATH = '/withdraw/confirm';

/** What all steps of the page show. */
export type PageFrame = Readonly<{
  language: MailLanguage;
  shopName: string;
  /** Of the order; empty without one. */
  token: string;
}>;

/** The address of the first step. */
export const addressOf = ({ language, token }: Omit<PageFrame, 'shopName'>): string => {
  const query = new URLSearchParams({ lang: language, ...(token === '' ? {} : { token }) });
  return `${PAGE_PATH}?${query}`;
};

const STYLE = `:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 40rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1d2522; background: #fff; overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between; padding-bottom: .75rem; border-bottom: 1px solid #c9d1cd; }
header p { margin: 0; font-weight: 700; }
a { color: #0b5345; }
h1 { margin: 1.5rem 0 .5rem; font-size: 1.75rem; line-height: 1.25; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.2rem; }
fieldset { min-width: 0; margin: 1rem 0; padding: .5rem 1rem 1rem; border: 1px solid #6b7671; border-radius: .5rem; }
legend { padding: 0 .35rem; font-weight: 700; }
label { font-weight: 600; }
.field { margin: 1rem 0; }
.field label { display: block; }
.choice { display: flex; gap: .75rem; align-items: flex-start; padding: .6rem 0; }
.choice label { flex: 1; }
.choice > input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; accent-color: #0b5345; }
.item { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .35rem 0; border-bottom: 1px solid #c9d1cd; }
.item .choice { flex: 1 1 14rem; }
.quantity { display: flex; gap: .5rem; align-items: center; padding: .35rem 0; }
.item .error { flex: 1 0 100%; }
.quantity input { width: 5.5rem; }
.field input, .quantity input, textarea { min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid #6b7671; border-radius: .5rem; font: inherit; color: inherit; background: #fff; }
.field input, textarea { width: 100%; }
[aria-invalid] { border: 2px solid #a3231d !important; }
:focus-visible { outline: 3px solid #1b6fd0; outline-offset: 2px; }
.hint { margin: 0; color: #4d5753; font-size: .9rem; font-weight: 400; }
.error { margin: .15rem 0 0; color: #a3231d; font-weight: 600; }
.alert, .note { margin: 1rem 0; padding: .75rem 1rem; border-left: 4px solid #a3231d; background: #fbebea; }
.note { border-color: #0b5345; background: #e9f1ee; }
.alert h2 { margin-top: 0; }
.alert a { color: #a3231d; }
button { min-height: 3rem; padding: .6rem 1.4rem; border: 0; border-radius: .5rem; font: inherit; font-weight: 700; color: #fff; background: #0b5345; cursor: pointer; }
dl { margin: 1rem 0; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; white-space: pre-line; }
@media print { header a, form { display: none; } }
`;

/** The address holds the token of an order, so it is sent nowhere. */
const HEADERS = {
  'Content-Security-Policy':
    `default-src 'none'; img-src data:; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; ` +
    "form-action 'self'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
};

/** A step of the page. `content` is HTML; `isForm` for the first, which other languages have at the same address. */
export type PageContent = Readonly<{ title: string; content: string; isForm?: boolean }>;

export const sendPage = (
  ctx: Koa.ParameterizedContext<RequestState>,
  status: number,
  { frame, ...content }: PageContent & Readonly<{ frame: PageFrame }>,
): void => {
  ctx.status = status;
  ctx.set(HEADERS);
  ctx.vary('Accept-Language');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html(frame, content);
};

const html = (frame: PageFrame, { title, content, isForm = false }: PageContent): string => `<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} – ${frame.shopName}`)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header>
<p>${escapeHtml(frame.shopName)}</p>
${isForm ? languageLink(frame) : ''}
</header>
<main>
${content}
</main>
</body>
</html>
`;

const languageLink = ({ language, token }: PageFrame): string => {
  const other: MailLanguage = language === 'en' ? 'de' : 'en';
  const address = escapeHtml(addressOf({ language: other, token }));
  return `<a href="${address}" lang="${other}" hreflang="${other}">${PAGE_MESSAGES[language].otherLanguage}</a>`;
};
