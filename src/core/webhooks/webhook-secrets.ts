/** Makes the secrets that deliveries are signed with. */
export interface WebhookSecrets {
  /** A new secret, `whsec_` and 32 random bytes in base 64, and the same encrypted. */
  make(): Readonly<{ secret: string; encrypted: string }>;
}
