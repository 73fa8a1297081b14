/** Why the service can't start, in a sentence for a person. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
