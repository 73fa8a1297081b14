import { makeMemorySandboxRecord } from '#adapters/payment-gateways/sandbox/memory-sandbox-record.ts';
import { makeSandboxGateway } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import type { CreateGateway } from '#core/payments/gateway-module.ts';

// A payment gateway for a service in the process of the test, which can therefore control it.

const waiting: (() => void)[] = [];

/** The number of authorizations that wait for a response. */
export const countWaiting = (): number => waiting.length;

/** Sends the responses of all waiting authorizations. */
export const respondToAll = (): void => {
  for (const respond of waiting.splice(0)) respond();
};

/**
 * The sandbox gateway under another name: it responds to an authorization only when the test calls `respondToAll`.
 * @public Loaded by the path of this file.
 */
export const createGateway: CreateGateway = ({ publicUrl }) => {
  const sandbox = makeSandboxGateway({ record: makeMemorySandboxRecord(), secret: 'a secret', publicUrl });
  return {
    ...sandbox,
    name: 'waiting',
    async authorize(request) {
      const outcome = await sandbox.authorize(request);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return outcome;
    },
  };
};
