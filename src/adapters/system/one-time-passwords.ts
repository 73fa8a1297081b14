import { createRequire } from 'node:module';
import type { OneTimePasswords } from '#core/access/second-factors/ports.ts';
import { once } from '#core/shared/once.ts';

/** What every authenticator app assumes: six digits, 30 seconds, SHA-1. */
const PERIOD_SECONDS = 30;

const CODE = /^\d{6}$/;

// loaded when it is needed: it takes 3 MB
const otplib = once(() => createRequire(import.meta.url)('otplib') as typeof import('otplib'));

/** One-time passwords of authenticator apps, by otplib. */
export const oneTimePasswords: OneTimePasswords = {
  makeSecret: () => otplib().generateSecret(),

  urlOf: (secret, { issuer, account }) =>
    otplib().generateURI({ issuer, label: account, secret, period: PERIOD_SECONDS }),

  timeStepOf(code, secret, at) {
    // otplib throws for a text of another form
    if (!CODE.test(code)) return undefined;
    const epoch = Math.floor(at.getTime() / 1000);
    const options = { period: PERIOD_SECONDS, epochTolerance: PERIOD_SECONDS } as const;
    const result = otplib().verifySync({ secret, token: code, epoch, ...options });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  },
};
