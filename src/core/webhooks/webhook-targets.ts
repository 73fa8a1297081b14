/** Decides which URLs are allowed targets. */
export interface WebhookTargets {
  /** Why the URL itself is not allowed; undefined if it is. */
  urlError(url: string): string | undefined;
  /**
   * Why a URL, with its resolved addresses, is not allowed, as a message; undefined if it is. A name that does not
   * resolve is allowed.
   */
  errorOf(url: string): Promise<string | undefined>;
}
