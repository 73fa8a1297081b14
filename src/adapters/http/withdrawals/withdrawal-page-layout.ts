import type Koa from 'koa';
import { type HostedContent, type HostedFrame, sendHostedPage } from '../hosted/hosted-page.ts';
import type { RequestState } from '../request/request-state.ts';
import { PAGE_PATH } from './withdrawal-page-paths.ts';

/** What all steps of the page show. */
export type PageFrame = HostedFrame &
  Readonly<{
    /** Of the order; empty without one. */
    token: string;
  }>;

/** The address of the first step. */
export const addressOf = ({ language, token }: Omit<PageFrame, 'shop'>): string => {
  const query = new URLSearchParams({ lang: language, ...(token === '' ? {} : { token }) });
  return `${PAGE_PATH}?${query}`;
};

/** A step of the page. `isForm` for the first, which other languages have at the same address. */
export type PageContent = HostedContent & Readonly<{ isForm?: boolean }>;

export const sendPage = (
  ctx: Koa.ParameterizedContext<RequestState>,
  status: number,
  { frame, isForm = false, ...content }: PageContent & Readonly<{ frame: PageFrame }>,
): void => {
  const inLanguage = (language: PageFrame['language']) => addressOf({ language, token: frame.token });
  sendHostedPage(ctx, status, { frame, ...content, inLanguage: isForm ? inLanguage : undefined });
};
