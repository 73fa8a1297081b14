import type { Router } from '@koa/router';
import { loadedOnce } from '#core/shared/once.ts';
import type { RequestState } from '../request/request-state.ts';
import { CONFIRM_PATH, PAGE_PATH } from './withdrawal-page-paths.ts';
import type { WithdrawalPages } from './withdrawal-pages.ts';

/** The page where consumers withdraw from an order, in two steps, without a script and without cookies. */
export const addWithdrawalPages = (router: Router<RequestState>, deps: WithdrawalPages): void => {
  // few processes are asked for it
  const pages = loadedOnce(() => import('./withdrawal-pages.ts'));
  router.get(PAGE_PATH, async (ctx) => (await pages()).showForm(deps, ctx));
  router.post(PAGE_PATH, async (ctx) => (await pages()).checkForm(deps, ctx));
  router.get(CONFIRM_PATH, (ctx) => {
    ctx.state.route = CONFIRM_PATH;
    ctx.status = 303;
    ctx.set('Location', PAGE_PATH);
  });
  router.post(CONFIRM_PATH, async (ctx) => (await pages()).confirmForm(deps, ctx));
};
