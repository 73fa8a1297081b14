// Why: docs/decisions/0051-passkeys.md

/** The public half of a passkey, as its authenticator created it. */
export type PasskeyCredential = Readonly<{
  /** By which the authenticator finds it, in base64url. */
  id: string;
  /** In the encoding of COSE, in base64url. */
  publicKey: string;
  /** How often it was used; 0 from authenticators that do not count. */
  counter: number;
  /** How browsers reach the authenticator, such as `usb` or `internal`. */
  transports: readonly string[];
}>;

/** JSON that a page passes to `navigator.credentials`, in the names of WebAuthn. */
export type PasskeyOptions = Readonly<{ challenge: string }> & Readonly<Record<string, unknown>>;

type CredentialJson<Response> = Readonly<{
  id: string;
  rawId: string;
  type: 'public-key';
  response: Readonly<{ clientDataJSON: string }> & Response;
  clientExtensionResults: object;
}>;

/** The JSON of a new passkey, from `navigator.credentials.create`. */
export type PasskeyCreation = CredentialJson<
  Readonly<{ attestationObject: string; transports?: readonly string[] | undefined }>
>;

/** The JSON of a use of a passkey, from `navigator.credentials.get`. */
export type PasskeyAssertion = CredentialJson<
  Readonly<{ authenticatorData: string; signature: string; userHandle?: string | null | undefined }>
>;

/** What a response has proven. Whether its challenge was issued, and is unused, is for the caller to find out. */
export type VerifiedPasskey = Readonly<{ credential: PasskeyCredential; challenge: string }>;

/** Passkeys (WebAuthn) for pages of the service's own origin. */
export interface Passkeys {
  /** Whether the origin has a name, which passkeys are bound to; an address is none. */
  isAvailable(): boolean;
  /** The options to create a passkey beside those that the user has, with a random challenge. */
  creationOptions(
    subject: Readonly<{ issuer: string; user: Readonly<{ id: string; name: string }>; existing: Credentials }>,
  ): Promise<PasskeyOptions>;
  /** The options to use one of these passkeys, with a random challenge. */
  requestOptions(existing: Credentials): Promise<PasskeyOptions>;
  /** The new passkey; undefined for a response that is malformed, or of another origin. */
  verifyCreation(response: PasskeyCreation): Promise<VerifiedPasskey | undefined>;
  /** The passkey with its next counter; undefined for a response that another one, or a copy of it, has signed. */
  verifyAssertion(response: PasskeyAssertion, credential: PasskeyCredential): Promise<VerifiedPasskey | undefined>;
}

type Credentials = readonly Pick<PasskeyCredential, 'id' | 'transports'>[];
