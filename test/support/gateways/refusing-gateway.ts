import { makeMemorySandboxRecord } from '#adapters/payment-gateways/sandbox/memory-sandbox-record.ts';
import { makeSandboxGateway } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import type { CreateGateway } from '#core/payments/gateway-module.ts';

// A payment gateway for a service in the process of the test, which can therefore control it.

type Refusal =
  | Readonly<{ kind: 'declined'; code: string; message: string }>
  | Readonly<{ kind: 'unreachable' | 'unknown'; why: string }>;

let refusal: Refusal | undefined;

/** The outcome of all voids and refunds from now on; undefined for those of the sandbox. */
export const refuseWith = (outcome: Refusal | undefined): void => {
  refusal = outcome;
};

/**
 * The sandbox gateway under another name: it refuses voids and refunds as the test says.
 * @public Loaded by the path of this file.
 */
export const createGateway: CreateGateway = ({ publicUrl }) => {
  const sandbox = makeSandboxGateway({ record: makeMemorySandboxRecord(), secret: 'a secret', publicUrl });
  return {
    ...sandbox,
    name: 'refusing',
    void: async (request) => refusal ?? sandbox.void(request),
    refund: async (request) => refusal ?? sandbox.refund(request),
  };
};
