import type { AttemptError } from '#core/webhooks/delivery.ts';

/** A failed connection and its reason. */
export class NoConnection extends Error {
  readonly reason: AttemptError;

  constructor(reason: AttemptError) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * undici's codes for a malformed response, besides those of its parser: a final 101 or 100, or a body whose length differs
 * from the header.
 */
const MALFORMED = new Set([
  'bad response',
  'bad upgrade',
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);

/** The attempt's error for a connection error. */
export const attemptErrorOf = (error: Error): AttemptError => {
  if (error instanceof NoConnection) return error.reason;
  const { code = '' } = error as { code?: string };
  const isOfParser = error.name === 'HTTPParserError';
  if (isOfParser || MALFORMED.has(code) || MALFORMED.has(error.message)) return 'answer_malformed';
  if (code === 'ETIMEDOUT') return 'timeout';
  // TLS errors after the handshake, such as a missing client certificate
  return code.startsWith('ERR_SSL_') || code === 'EPROTO' ? 'certificate_invalid' : 'connection_failed';
};
