/** Why the embedded PostgreSQL cannot start, as one sentence for people. */
export class EmbeddedServerError extends Error {
  override readonly name = 'EmbeddedServerError';
}
