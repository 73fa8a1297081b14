/** Generates signing secrets. */
export interface WebhookSecrets {
  /** A new secret (`whsec_` and 32 random bytes in base 64), and its encrypted form. */
  make(): Readonly<{ secret: string; encrypted: string }>;
}
