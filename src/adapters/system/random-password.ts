import { randomBytes } from 'node:crypto';

/** A password of 20 characters that nobody guesses. */
export const makePassword = (): string => randomBytes(15).toString('base64url');
