import { makeMemorySandboxRecord } from '#adapters/payment-gateways/sandbox/memory-sandbox-record.ts';
import { makeSandboxGateway } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import type { CreateGateway } from '#core/payments/gateway-module.ts';

const waiting: (() => void)[] = [];

/** The number of payments that wait for a response. */
export const countWaiting = (): number => waiting.length;

/** Responds to all. */
export const respondToAll = (): void => {
  for (const respond of waiting.splice(0)) respond();
};

/** The sandbox under another name, which responds to payments on request only. */
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
