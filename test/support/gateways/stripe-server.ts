import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { StripeAccount } from './stripe-account.ts';
import { CALLS, savedMethodResult, searchedFor } from './stripe-calls.ts';
import { type Form, StripeError } from './stripe-objects.ts';

export const SECRET_KEY = 'sk_test_a_key_of_tests';

/** A received request. */
export type StripeRequest = Readonly<{
  method: string;
  path: string;
  form: Form;
  idempotencyKey: string | undefined;
  headers: IncomingMessage['headers'];
}>;

type ApiResponse = Readonly<{ status: number; body: unknown; headers?: Readonly<Record<string, string>> }>;

/** A request under a key with its response, which is undefined while it runs. */
type StoredResponse = Readonly<{ request: string; response?: ApiResponse }>;

/** Simulated failures, set by tests. */
type StripeFailures = {
  /** The next request with an effect has it, and its connection is closed without a response. */
  losesNextResponse: boolean;
  /** The next request with an effect has it, and returns a Stripe error, also when it is repeated. */
  failsNext: boolean;
  /** The next request with an effect has none and returns an error. */
  nextResponse: ApiResponse | undefined;
  /** No request gets a response. */
  isSilent: boolean;
  /** The search finds nothing. */
  isBlind: boolean;
  /** The account has no search. */
  isSearchless: boolean;
};

/** Stripe's API for card payments, with its own account. */
export type StripeServer = Readonly<{
  url: string;
  account: StripeAccount;
  /** All requests in order. */
  requests: readonly StripeRequest[];
  failures: StripeFailures;
  /** Forgets all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  close(): Promise<void>;
}>;

/** Makes concurrent requests overlap. */
const WORK_MS = 3;

export const startStripeServer = async (): Promise<StripeServer> => {
  const account = new StripeAccount();
  const requests: StripeRequest[] = [];
  const stored = new Map<string, StoredResponse>();
  const failures: StripeFailures = {
    losesNextResponse: false,
    failsNext: false,
    nextResponse: undefined,
    isSilent: false,
    isBlind: false,
    isSearchless: false,
  };

  /** Runs a request once per key and stores its response. */
  const runOnce = async (request: StripeRequest): Promise<ApiResponse> => {
    const { idempotencyKey: key } = request;
    const same = JSON.stringify([request.path, request.form]);
    const before = key === undefined ? undefined : stored.get(key);
    if (before) return repeated(before, same);
    if (key !== undefined) stored.set(key, { request: same });
    const response = await work(account, request, failures);
    if (key !== undefined) stored.set(key, { request: same, response });
    return response;
  };

  const server = createServer((incoming, outgoing) => {
    void receive(incoming).then(async (request) => {
      requests.push(request);
      const response = request.method === 'GET' ? await work(account, request, failures) : await runOnce(request);
      reply(incoming, outgoing, response, failures);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account,
    requests,
    failures,
    forgetKeys: () => stored.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const receive = async (incoming: IncomingMessage): Promise<StripeRequest> => {
  const { method = '', url = '', headers } = incoming;
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const body = await text(incoming);
  const form = Object.fromEntries(method === 'GET' ? searchParams : new URLSearchParams(body));
  const key = headers['idempotency-key'];
  return { method, path: pathname, form, idempotencyKey: typeof key === 'string' ? key : undefined, headers };
};

const reply = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: ApiResponse,
  failures: StripeFailures,
): void => {
  if (failures.isSilent) return;
  if (failures.losesNextResponse && incoming.method === 'POST') {
    failures.losesNextResponse = false;
    incoming.socket.destroy();
    return;
  }
  const headers = { 'content-type': 'application/json', 'request-id': 'req_of_a_test', ...response.headers };
  outgoing.writeHead(response.status, headers).end(JSON.stringify(response.body));
};

const errorResponse = (status: number, error: Readonly<Record<string, unknown>>): ApiResponse => ({
  status,
  body: { error },
});

const repeated = ({ request, response }: StoredResponse, same: string): ApiResponse => {
  if (request !== same) {
    const message = 'Keys for idempotent requests can only be used with the same parameters.';
    return errorResponse(400, { type: 'idempotency_error', message });
  }
  if (response === undefined) {
    const message = 'There is currently another in-progress request using this key.';
    return errorResponse(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message });
  }
  return { ...response, headers: { 'idempotent-replayed': 'true' } };
};

const work = async (account: StripeAccount, request: StripeRequest, failures: StripeFailures): Promise<ApiResponse> => {
  const isEffective = request.method === 'POST';
  const { nextResponse: next } = failures;
  if (isEffective && next) {
    failures.nextResponse = undefined;
    return next;
  }
  await sleep(WORK_MS);
  const response = handle(account, request, failures);
  if (!isEffective || !failures.failsNext) return response;
  failures.failsNext = false;
  return errorResponse(500, { type: 'api_error', message: 'Something went wrong.' });
};

const handle = (account: StripeAccount, request: StripeRequest, failures: StripeFailures): ApiResponse => {
  try {
    requireKnown(request);
    // a copy, since a stored response must not change
    return { status: 200, body: structuredClone(resultOf(account, request, failures)) };
  } catch (error) {
    if (error instanceof StripeError) return errorResponse(error.status, error.error);
    throw error;
  }
};

const callOf = ({ method, path }: StripeRequest): string =>
  `${method} ${path.replace(/\/(pi|re|seti|pm)_\w+/, '/:id')}`;

const requireKnown = (request: StripeRequest): void => {
  const { headers, form } = request;
  if (headers.authorization !== `Bearer ${SECRET_KEY}`) {
    throw new StripeError(401, { message: 'Invalid API Key provided: sk_test_****tests' });
  }
  const known = CALLS[callOf(request)];
  if (known === undefined) throw new StripeError(404, { message: `Unrecognized request URL (${request.path}).` });
  for (const param of Object.keys(form)) {
    const name = param.replace(/^(metadata|expand)\[.+\]$/, '$1');
    if (known.includes(name)) continue;
    throw new StripeError(400, { code: 'parameter_unknown', param, message: `Received unknown parameter: ${param}` });
  }
};

const resultOf = (account: StripeAccount, request: StripeRequest, failures: StripeFailures): unknown => {
  const { form, path } = request;
  const [, , , id = ''] = path.split('/');
  const name = callOf(request);
  const result = savedMethodResult(account, { name, id, form }, failures);
  if (result !== undefined) return result;
  switch (name) {
    case 'POST /v1/payment_intents':
      return unexpanded(account.create(form));
    case 'POST /v1/payment_intents/:id/capture':
      return unexpanded(account.capture(id, form));
    case 'POST /v1/payment_intents/:id/cancel':
      return unexpanded(account.cancel(id));
    case 'POST /v1/refunds':
      return account.refund(form);
    case 'GET /v1/refunds/:id':
      return account.refundOf(id);
    case 'GET /v1/refunds':
      return refundsOf(account, form);
    case 'GET /v1/disputes': {
      const data = account.disputes.filter((dispute) => dispute.payment_intent === form['payment_intent']);
      return { object: 'list', url: '/v1/disputes', has_more: false, data: data.toReversed() };
    }
    case 'GET /v1/payment_intents/search':
      return { object: 'search_result', has_more: false, data: searched(account, form, failures) };
    default:
      return form['expand[0]'] === 'latest_charge' ? account.intent(id) : unexpanded(account.intent(id));
  }
};

const unexpanded = <T extends { latest_charge: { id: string } | null }>(intent: T) => ({
  ...intent,
  latest_charge: intent.latest_charge?.id ?? null,
});

const searched = (account: StripeAccount, form: Form, failures: StripeFailures): unknown[] => {
  const key = searchedFor('payment_id', form, failures);
  return failures.isBlind ? [] : account.intents.filter(({ metadata }) => metadata['payment_id'] === key);
};

/** A page, the newest first. */
const refundsOf = (account: StripeAccount, form: Form): unknown => {
  const all = account.refunds.filter((refund) => refund.payment_intent === form['payment_intent']).toReversed();
  const start = all.findIndex(({ id }) => id === form['starting_after']) + 1;
  const data = all.slice(start, start + Number(form['limit'] ?? 10));
  return { object: 'list', url: '/v1/refunds', has_more: start + data.length < all.length, data };
};
