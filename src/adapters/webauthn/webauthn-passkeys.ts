import { isIP } from 'node:net';
import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyCredential,
  Passkeys,
} from '#core/access/second-factors/passkeys.ts';

/** What passkeys are bound to: the name of the host, and the origins of its pages. */
type RelyingParty = Readonly<{ id: string; origins: string[] }>;

/** The addresses of the own machine have a name, by which its browser can call the service too. */
const LOOPBACK = new Set(['127.0.0.1', '[::1]']);

/** Undefined for an address. */
const relyingPartyOf = (publicUrl: string): RelyingParty | undefined => {
  const url = new URL(publicUrl);
  if (LOOPBACK.has(url.hostname)) {
    url.hostname = 'localhost';
    return { id: url.hostname, origins: [url.origin] };
  }
  const isAddress = url.hostname.startsWith('[') || isIP(url.hostname) !== 0;
  return isAddress ? undefined : { id: url.hostname, origins: [url.origin] };
};

// loaded when it is needed: it takes 25 MB
const load = () => import('@simplewebauthn/server');

/** The formats of attestations that nobody asked for. The library would check others over the network. */
const ATTESTATIONS = new Set(['none', 'packed']);

const isUnattested = async ({ response }: PasskeyCreation): Promise<boolean> => {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  return ATTESTATIONS.has(decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('fmt'));
};

/** EdDSA, ES256 and RS256, as COSE numbers them. The library's default asks Node for experimental ones. */
const ALGORITHMS = [-8, -7, -257];

const toBase64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));

/** The library's types take mutable lists. */
const toDescriptor = ({ id, transports }: Pick<PasskeyCredential, 'id' | 'transports'>) => ({
  id,
  transports: [...transports],
});

/** Passkeys by SimpleWebAuthn, for the host of the public URL. */
export const makeWebauthnPasskeys = (publicUrl: () => string): Passkeys => {
  const partyOf = () => relyingPartyOf(publicUrl());
  const requireId = (): string => {
    const party = partyOf();
    if (party === undefined) throw new TypeError(`Passkeys need a name instead of ${publicUrl()}.`);
    return party.id;
  };
  return {
    isAvailable: () => partyOf() !== undefined,

    async creationOptions({ issuer, user, existing }) {
      const { generateRegistrationOptions } = await load();
      const options = await generateRegistrationOptions({
        rpName: issuer,
        rpID: requireId(),
        userID: new Uint8Array(Buffer.from(user.id)),
        userName: user.name,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: existing.map(toDescriptor),
        // found by the credential's id after the password, so that it takes no room on a security key
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      });
      return { ...options };
    },

    async requestOptions(existing) {
      const { generateAuthenticationOptions } = await load();
      const allowCredentials = existing.map(toDescriptor);
      const options = { rpID: requireId(), allowCredentials, userVerification: 'preferred' } as const;
      return { ...(await generateAuthenticationOptions(options)) };
    },

    verifyCreation: async (response) => verifyCreation(partyOf(), response),

    verifyAssertion: async (response, credential) => verifyAssertion(partyOf(), response, credential),
  };
};

type Verified = Awaited<ReturnType<Passkeys['verifyCreation']>>;

const verifyCreation = async (party: RelyingParty | undefined, response: PasskeyCreation): Promise<Verified> => {
  const { transports = [] } = response.response;
  if (party === undefined || !(await isUnattested(response).catch(() => false))) return undefined;
  const { verifyRegistrationResponse } = await load();
  const signed: string[] = [];
  const result = await verifyRegistrationResponse({
    response: { ...response, response: { ...response.response, transports: [...transports] } },
    expectedChallenge: noteIn(signed),
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(() => undefined);
  const [challenge] = signed;
  if (result?.verified !== true || challenge === undefined) return undefined;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return { credential: { id, publicKey: toBase64Url(publicKey), counter, transports }, challenge };
};

const verifyAssertion = async (
  party: RelyingParty | undefined,
  { response: { userHandle: _user, ...signedData }, ...fields }: PasskeyAssertion,
  credential: PasskeyCredential,
): Promise<Verified> => {
  if (party === undefined) return undefined;
  const { verifyAuthenticationResponse } = await load();
  const { counter } = credential;
  const signed: string[] = [];
  const result = await verifyAuthenticationResponse({
    response: { ...fields, response: signedData },
    expectedChallenge: noteIn(signed),
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    credential: { ...toDescriptor(credential), publicKey: fromBase64Url(credential.publicKey), counter },
    requireUserVerification: false,
  }).catch(() => undefined);
  const [challenge] = signed;
  if (result?.verified !== true || challenge === undefined) return undefined;
  return { credential: { ...credential, counter: result.authenticationInfo.newCounter }, challenge };
};

/** 32 bytes in base64url. */
const CHALLENGE = /^[\w-]{43}$/;

/** Accepts any well-formed challenge, and notes it: the core knows which were issued. */
const noteIn =
  (signed: string[]) =>
  (challenge: string): boolean => {
    const isWellFormed = typeof challenge === 'string' && CHALLENGE.test(challenge);
    if (isWellFormed) signed.push(challenge);
    return isWellFormed;
  };
