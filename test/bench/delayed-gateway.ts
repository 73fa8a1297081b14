import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { makePostgresSandboxRecord } from '#adapters/payment-gateways/sandbox/postgres-sandbox-record.ts';
import { makeSandboxGateway } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import type { CreateGateway } from '#core/payments/gateway-module.ts';

/** The sandbox under another name, which answers `GATEWAY_DELAY_MS` later. */
export const createGateway: CreateGateway = async ({ settings, publicUrl }) => {
  const pool = new Pool({ connectionString: settings['DATABASE_URL'], max: 5 });
  // PostgreSQL ends idle connections when it stops
  pool.on('error', () => {});
  const record = makePostgresSandboxRecord(pool);
  const sandbox = makeSandboxGateway({ record, secret: 'the secret of the sandbox', publicUrl });
  const delayMs = Number(settings['GATEWAY_DELAY_MS'] ?? 0);
  return {
    ...sandbox,
    name: 'delayed',
    authorize: async (request) => {
      if (delayMs > 0) await sleep(delayMs);
      return sandbox.authorize(request);
    },
  };
};
