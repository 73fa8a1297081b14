import { errors } from 'undici';
import type { AttemptError } from '#core/webhooks/delivery.ts';

/** A connection that was given up, and why. */
export class NoConnection extends Error {
  readonly reason: AttemptError;

  constructor(reason: AttemptError) {
    super(reason);
    this.reason = reason;
  }
}

/** In undici's words, an answer that breaks HTTP: 101 or 100 for good, or a body that is not as long as it says. */
const MALFORMED = new Set([
  'bad response',
  'bad upgrade',
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

/** What an error of a connection means to whoever waits for the answer. */
export const attemptErrorOf = (error: Error): AttemptError => {
  if (error instanceof NoConnection) return error.reason;
  const { code = '' } = error as { code?: string };
  if (error instanceof errors.HTTPParserError || MALFORMED.has(code) || MALFORMED.has(error.message)) {
    return 'answer_malformed';
  }
  if (code === 'ETIMEDOUT') return 'timeout';
  // TLS that fails after the handshake, such as for want of a certificate of ours
  return code.startsWith('ERR_SSL_') || code === 'EPROTO' ? 'certificate_invalid' : 'connection_failed';
};
