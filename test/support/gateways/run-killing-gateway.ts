import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { makePostgresSandboxRecord } from '#adapters/payment-gateways/sandbox/postgres-sandbox-record.ts';
import { makeSandboxGateway } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import type { CreateGateway } from '#core/payments/gateway-module.ts';
import type { ChargeName } from '#core/payments/payment-gateway.ts';

/** Long enough for a test to inspect the database meanwhile. */
const SLOW_MS = 5_000;

const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

/**
 * The sandbox under another name, for services whose process dies during a call: if `GATEWAY_KILLS` is set, a return
 * URL with `?capture=before` kills the process before the sandbox receives the capture, and `?capture=after` before the
 * process receives the response; `?capture=slow` delays the response. Repetitions get a response.
 */
export const createGateway: CreateGateway = async ({ settings, publicUrl }) => {
  const record = makePostgresSandboxRecord(new Pool({ connectionString: settings['DATABASE_URL'], max: 2 }));
  const sandbox = makeSandboxGateway({ record, secret: 'the secret of the sandbox', publicUrl });
  const isKilling = settings['GATEWAY_KILLS'] === 'true';

  const killing = async <T>(operation: string, returnUrl: string | null, send: () => Promise<T>): Promise<T> => {
    const when = isKilling && returnUrl !== null ? new URL(returnUrl).searchParams.get(operation) : null;
    if (when === 'before') return die();
    const outcome = await send();
    if (when === 'slow') await sleep(SLOW_MS);
    return when === 'after' ? die() : outcome;
  };
  const returnUrlOf = async ({ key }: ChargeName) => (await record.find(key))?.returnUrl ?? null;

  return {
    ...sandbox,
    name: 'killing',
    authorize: (request) => killing('authorize', request.returnUrl, () => sandbox.authorize(request)),
    capture: async (request) => killing('capture', await returnUrlOf(request.charge), () => sandbox.capture(request)),
    void: async (request) => killing('void', await returnUrlOf(request.charge), () => sandbox.void(request)),
    refund: async (request) => killing('refund', await returnUrlOf(request.charge), () => sandbox.refund(request)),
  };
};
