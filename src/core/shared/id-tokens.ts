import type { Id } from './id.ts';

/**
 * Signs tokens that stand for ids of one prefix: whoever has the token of a resource may use the resource. A token follows
 * from the id and the secret key, so it is stored nowhere, and is the same whenever it is shown.
 */
export interface IdTokens<Prefix extends string> {
  sign(id: Id<Prefix>): string;
  /** The id of a token that was signed here; undefined for any other text. */
  idOf(token: string): Id<Prefix> | undefined;
}
