/** Tells which URLs may be sent to. */
export interface WebhookTargets {
  /** Why a URL may not, as far as it says itself. */
  urlError(url: string): string | undefined;
  /** Why a URL may not, in words for whoever gave it; undefined if it may. A name that nobody knows yet may. */
  faultOf(url: string): Promise<string | undefined>;
}
