import { Pool } from 'pg';
import { makePostgresSandboxRecord } from '#adapters/payment-gateways/sandbox/postgres-sandbox-record.ts';
import { makeSandboxGateway } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import type { CreateGateway } from '#core/payments/gateway-module.ts';

/** The sandbox with its record in the database `GATEWAY_DATABASE_URL`, which outlives that of the service. */
export const createGateway: CreateGateway = async ({ settings, publicUrl }) => {
  const pool = new Pool({ connectionString: settings['GATEWAY_DATABASE_URL'], max: 2 });
  const record = makePostgresSandboxRecord(pool);
  return { ...makeSandboxGateway({ record, secret: 'the secret of the sandbox', publicUrl }), name: 'lasting' };
};
