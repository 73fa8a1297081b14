import { hash } from 'node:crypto';
import type { Router } from '@koa/router';
import type Koa from 'koa';
import { DomainError } from '#core/shared/domain-error.ts';
import type { RequestState } from '../request/request-state.ts';
import { HttpError } from '../responses/problem.ts';
import type { GatewayWebhookRequest } from '../routing/route.ts';

/** A sandbox payment that waits for its payer. */
type SandboxPayment = Readonly<{
  /** For example `39.98 USD`. */
  amount: string;
  isWaiting: boolean;
  returnUrl: string | null;
}>;

/** What the sandbox's bank page needs. */
export type SandboxPagesDeps = Readonly<{
  find(key: string): Promise<SandboxPayment | undefined>;
  /** Applies the payer's decision. @returns the webhook that reports it. */
  decide(key: string, decision: 'approve' | 'decline'): Promise<GatewayWebhookRequest>;
  receiveGatewayWebhook(request: GatewayWebhookRequest): Promise<void>;
}>;

const PATH = '/sandbox/payments/:key';

type Context = Pick<Koa.ParameterizedContext<RequestState>, 'state' | 'status' | 'type' | 'body' | 'set'> & {
  params: Record<string, string | undefined>;
};

/** The page where a payer approves or declines a sandbox payment. */
export const addSandboxPages = (router: Router<RequestState>, deps: SandboxPagesDeps): void => {
  const paymentOf = async (ctx: Context): Promise<[string, SandboxPayment]> => {
    ctx.state.route = '/sandbox/payments/{key}';
    const key = ctx.params['key'] ?? '';
    const payment = await deps.find(key);
    if (payment === undefined) throw new HttpError(404, 'not_found', 'There is no such payment.');
    return [key, payment];
  };
  /** The payer does not see a webhook failure: reconciliation reads the state later. */
  const deliverWebhook = (request: GatewayWebhookRequest): Promise<void> =>
    deps.receiveGatewayWebhook(request).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
  router.get(PATH, async (ctx) => {
    const [key, payment] = await paymentOf(ctx);
    sendPage(ctx, payment.isWaiting ? questionOf(key, payment) : DONE);
  });
  for (const decision of ['approve', 'decline'] as const) {
    router.post(`${PATH}/${decision}`, async (ctx) => {
      const [key, payment] = await paymentOf(ctx);
      if (payment.isWaiting) await deliverWebhook(await deps.decide(key, decision));
      if (payment.returnUrl === null) return sendPage(ctx, DONE);
      ctx.status = 303;
      ctx.set('Location', payment.returnUrl);
    });
  }
};

const sendPage = (ctx: Context, content: string): void => {
  ctx.set('Content-Security-Policy', POLICY);
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = page(content);
};

const STYLE = `body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 4rem auto; padding: 0 1rem; }
form { display: inline-block; margin: 1rem 1rem 0 0; }
button { font: inherit; padding: .6rem 1.2rem; }`;

// without `form-action`, which would stop the redirect back to the shop
const POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; frame-ancestors 'none'`;

const page = (content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox bank</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<body>
<main>
<h1>Sandbox bank</h1>
${content}
</main>
</body>
</html>
`;

const DONE = '<p>This payment needs no further action. You can close this page.</p>';

/** The amount consists of digits and a currency code, so it needs no HTML escaping. */
const questionOf = (
  key: string,
  { amount }: SandboxPayment,
): string => `<p>Do you approve a payment of <strong>${amount}</strong>? No money moves.</p>
<form method="post" action="${key}/approve"><button>Approve</button></form>
<form method="post" action="${key}/decline"><button>Decline</button></form>`;
