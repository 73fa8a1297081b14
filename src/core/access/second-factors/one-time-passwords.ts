/** Time-based one-time passwords (RFC 6238) of authenticator apps: six digits that change every 30 seconds. */
export interface OneTimePasswords {
  /** A new random secret in base32. */
  makeSecret(): string;
  /** The `otpauth:` URL of a secret, which apps read from a QR code. */
  urlOf(secret: string, label: Readonly<{ issuer: string; account: string }>): string;
  /**
   * The time step whose code this is: the current one, the one before or the one after; undefined for any
   * other text.
   */
  timeStepOf(code: string, secret: string, at: Date): number | undefined;
}

/** The one-way hash under which a recovery code is stored. */
export type RecoveryCodeHash = string & { readonly __brand: 'RecoveryCodeHash' };

type RecoveryCode = Readonly<{ code: string; hash: RecoveryCodeHash }>;

/** Codes for users who have lost their second factor. */
export interface RecoveryCodes {
  /** A new random code. */
  make(): RecoveryCode;
  /** The hash of a well-formed code, however it is spaced; undefined for any other text. */
  hashOf(text: string): RecoveryCodeHash | undefined;
}
