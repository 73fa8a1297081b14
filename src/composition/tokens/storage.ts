import type { Storage } from '#core/storage.ts';
import type { Token } from '../injection.ts';

type StorageTokens = { readonly [Port in keyof Storage]: Token<Storage[Port]> };

/** A token for each member of `Storage`, derived from the type: a new port needs no line here. */
export const STORAGE = new Proxy({} as StorageTokens, { get: (_, port) => Symbol.for(`storage.${String(port)}`) });
