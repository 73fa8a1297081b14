/** Why there is no embedded PostgreSQL. The message is one sentence for the person who started this process. */
export class EmbeddedServerError extends Error {
  override readonly name = 'EmbeddedServerError';
}
