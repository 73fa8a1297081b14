import { Router } from '@koa/router';
import type Koa from 'koa';
import type { ReadImage } from '#core/images/use-cases/read-image.ts';
import { loadedOnce } from '#core/shared/once.ts';
import type { InFlight } from '../admission/in-flight.ts';
import { addCheckoutPages } from '../checkouts/checkout-page-routes.ts';
import type { CheckoutPagesDeps } from '../checkouts/checkout-visit.ts';
import { addDashboardPages, type DashboardDeps } from '../dashboard/dashboard-pages.ts';
import { addImages } from '../images/serve-images.ts';
import { addDocsPages, type DocsSite } from '../pages/docs-pages.ts';
import type { PayPagesDeps } from '../payment-links/pay-pages.ts';
import { addPayPages } from '../payment-links/pay-routes.ts';
import { addSandboxPages, type SandboxPagesDeps } from '../payments/sandbox-pages.ts';
import { withDeadline } from '../request/deadline.ts';
import type { RequestState } from '../request/request-state.ts';
import { HttpError } from '../responses/problem.ts';
import { CACHING, compressed, sendFile, staticFile } from '../responses/static-file.ts';
import { addWithdrawalPages } from '../withdrawals/withdrawal-page-routes.ts';
import type { WithdrawalPagesDeps } from '../withdrawals/withdrawal-pages.ts';
import type { Metrics } from './metrics.ts';
import { type MetricsAccess, requireMetricsAccess } from './metrics-access.ts';

export type ServiceRoutesDeps = Readonly<{
  /** Makes the OpenAPI document. */
  document: () => Promise<object>;
  /** Loads the pages for developers. Undefined in a worker. */
  docs: (() => Promise<DocsSite>) | undefined;
  /** The origin that clients use, known once the service listens. */
  publicUrl: () => string;
  metrics: Metrics;
  metricsAccess: MetricsAccess;
  /** Throws when the storage is unavailable. */
  checkStorage: () => Promise<void>;
  isStopping: () => boolean;
  /** Undefined in a worker. */
  readImage: ReadImage | undefined;
  /** Loads the dashboard. Undefined in a worker. */
  dashboard: DashboardDeps | undefined;
  /** Undefined unless the sandbox is enabled. */
  sandboxPages: SandboxPagesDeps | undefined;
  /** Undefined in a worker. */
  withdrawalPages: WithdrawalPagesDeps | undefined;
  /** Undefined in a worker. */
  payPages: PayPagesDeps | undefined;
  checkoutPages: CheckoutPagesDeps | undefined;
  inFlight: Pick<InFlight, 'admitBody'>;
}>;

/** Load balancers check every few seconds and wait about as long. */
const READY_TIMEOUT_MS = 1_000;

type Form = Readonly<{
  path: string;
  type: string;
  write: (document: object, publicUrl: string) => Promise<string> | string;
}>;

const inYaml = async (document: object): Promise<string> => (await import('../openapi/yaml.ts')).toYaml(document);

const asCollection = async (document: object, publicUrl: string): Promise<string> => {
  const { postmanCollection } = await import('../openapi/postman-collection.ts');
  return JSON.stringify(postmanCollection(document, publicUrl));
};

/** The forms of the OpenAPI document. */
const FORMS: readonly Form[] = [
  { path: '/api/openapi.json', type: 'application/json', write: (document) => JSON.stringify(document) },
  { path: '/api/openapi.yaml', type: 'application/yaml', write: inYaml },
  { path: '/api/postman.json', type: 'application/json', write: asCollection },
];

export const isDocument = (path: string): boolean => FORMS.some((form) => form.path === path);

type Context = Koa.ParameterizedContext<RequestState>;

/** The routes beside the API: OpenAPI document, docs pages, health and metrics. */
export const serviceRouter = (deps: ServiceRoutesDeps): Router<RequestState> => {
  const router = new Router<RequestState>({ sensitive: true });
  const get = (path: string, respond: (ctx: Context) => Promise<void> | void): void => {
    router.get(path, async (ctx) => {
      ctx.state.route = path;
      await respond(ctx as Context);
    });
  };
  for (const { path, type, write } of FORMS) {
    const make = async () => staticFile(await write(await deps.document(), deps.publicUrl()), type);
    const file = loadedOnce(async () => compressed(await make()));
    get(path, async (ctx) => {
      ctx.set('Cache-Control', CACHING);
      sendFile(ctx, await file());
    });
  }
  const checkStorage = makeSharedCheck(deps.checkStorage);
  get('/health/live', (ctx) => sendHealth(ctx));
  get('/health/ready', async (ctx) => {
    if (deps.isStopping()) throw new HttpError(503, 'unavailable', 'The service is stopping.');
    await withDeadline(READY_TIMEOUT_MS, checkStorage);
    sendHealth(ctx);
  });
  get('/metrics', async (ctx) => {
    await requireMetricsAccess(ctx.req, deps.metricsAccess);
    const { text, type } = await deps.metrics.read();
    ctx.type = type;
    ctx.body = text;
  });
  if (deps.readImage !== undefined) addImages(router, deps.readImage);
  if (deps.dashboard !== undefined) addDashboardPages(router, deps.dashboard);
  if (deps.sandboxPages !== undefined) addSandboxPages(router, deps.sandboxPages);
  if (deps.withdrawalPages !== undefined)
    addWithdrawalPages(router, { ...deps.withdrawalPages, inFlight: deps.inFlight });
  if (deps.payPages !== undefined) addPayPages(router, { ...deps.payPages, inFlight: deps.inFlight });
  if (deps.checkoutPages !== undefined) addCheckoutPages(router, { ...deps.checkoutPages, inFlight: deps.inFlight });
  if (deps.docs !== undefined) addDocsPages(router, deps.docs, deps.publicUrl);
  return router;
};

/** Calls share a check that runs, so that they do not pile up behind a storage that hangs. */
const makeSharedCheck = (check: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  return () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
};

const sendHealth = (ctx: Context): void => {
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'application/json';
  // Koa loads Node's fetch to look at a body that is no text
  ctx.body = JSON.stringify({ status: 'ok' });
};
