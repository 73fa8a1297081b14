/** Why the service cannot start, in a sentence for people. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
