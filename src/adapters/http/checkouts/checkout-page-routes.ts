import type { Router } from '@koa/router';
import { loadedOnce } from '#core/shared/once.ts';
import type { RequestState } from '../request/request-state.ts';
import type { CheckoutPages } from './checkout-visit.ts';

const PATH = '/checkout/:token';

/** The page where whoever has the token of a checkout completes it, without a script and without cookies. */
export const addCheckoutPages = (router: Router<RequestState>, deps: CheckoutPages): void => {
  // few processes are asked for it
  const pages = loadedOnce(() => import('./checkout-pages.ts'));
  router.get(PATH, async (ctx) => (await pages()).showCheckoutPage(deps, ctx));
  router.post(PATH, async (ctx) => (await pages()).sendCheckoutForm(deps, ctx));
};
