import type { Router } from '@koa/router';
import { loadedOnce } from '#core/shared/once.ts';
import type { RequestState } from '../request/request-state.ts';
import type { PayPages } from './pay-pages.ts';

const PATH = '/pay/:token';

/** The page where whoever has the address of a payment link pays, without a script and without cookies. */
export const addPayPages = (router: Router<RequestState>, deps: PayPages): void => {
  // few processes are asked for it
  const pages = loadedOnce(() => import('./pay-pages.ts'));
  router.get(PATH, async (ctx) => (await pages()).showPayPage(deps, ctx));
  router.get(`${PATH}/card`, async (ctx) => (await pages()).showCardPage(deps, ctx));
  router.post(PATH, async (ctx) => (await pages()).payOnPage(deps, ctx));
};
