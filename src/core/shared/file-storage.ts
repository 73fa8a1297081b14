export type StoredFile = Readonly<{
  /** In bytes. */
  size: number;
  storedAt: Date;
  /** The content, which is read while it is iterated. Throws if the file cannot be read then. */
  chunks: AsyncIterable<Uint8Array>;
}>;

/**
 * Files outside the database. A name is a path such as `images/0a1b.png`, of lowercase letters, digits and hyphens, that
 * the service makes, never a client. A file never changes: another content has another name.
 */
export interface FileStorage {
  /**
   * Stores a file, as a whole or not at all. Storing it again changes nothing.
   * @param type The media type. @throws DomainError `unavailable`.
   */
  put(name: string, file: Readonly<{ type: string; bytes: Uint8Array }>): Promise<void>;
  /** Undefined if there is no file of this name. @throws DomainError `unavailable`. */
  get(name: string): Promise<StoredFile | undefined>;
  /** Removes a file, if there is one of this name. @throws DomainError `unavailable`. */
  remove(name: string): Promise<void>;
}
