import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { expect } from 'chai';
import type { PasskeyAssertion, PasskeyCreation, PasskeyOptions } from '#core/access/second-factors/passkeys.ts';

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

type CborValue = number | string | Uint8Array | Map<number | string, CborValue>;

/** As much of CBOR (RFC 8949) as keys and attestations need. */
const cbor = (value: CborValue): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, member]) => [cbor(key), cbor(member)])]);
};

const head = (type: number, length: number): Buffer =>
  length < 24
    ? Buffer.of((type << 5) | length)
    : length < 256
      ? Buffer.of((type << 5) | 24, length)
      : Buffer.of((type << 5) | 25, length >> 8, length & 255);

/** A key of the curve P-256 for ES256, as COSE writes it. */
const coseOf = (publicKey: KeyObject): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinates = [x, y].map((each) => Buffer.from(each, 'base64url'));
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = coordinates;
  return cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, first],
      [-3, second],
    ]),
  );
};

const USER_PRESENT = 1;
const WITH_CREDENTIAL = 64;

type Settings = Readonly<{
  /** The page that uses the authenticator. */
  origin: string;
  /** The format of the attestation. */
  format?: string;
}>;

/** A security key in software with one passkey, and the browser before it. */
export class Authenticator {
  /** How often it was used. */
  counter = 0;
  readonly #id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The response to the options of a new passkey. */
  create(options: PasskeyOptions): PasskeyCreation {
    const id = Buffer.concat([Buffer.alloc(16), Buffer.of(0, this.#id.length), this.#id]);
    const data = Buffer.concat([this.#dataOf(USER_PRESENT | WITH_CREDENTIAL), id, coseOf(this.#keys.publicKey)]);
    const { format = 'none' } = this.#settings;
    const attestation = new Map<string, CborValue>([
      ['fmt', format],
      ['attStmt', new Map()],
      ['authData', data],
    ]);
    return {
      ...this.#fields(),
      response: {
        clientDataJSON: base64Url(this.#clientDataOf('webauthn.create', options)),
        attestationObject: base64Url(cbor(attestation)),
        transports: ['usb'],
      },
    };
  }

  /** The response to the options to use the passkey. Counts the use. */
  get(options: PasskeyOptions | undefined): PasskeyAssertion {
    if (options === undefined) return expect.fail('no options to use a passkey');
    this.counter += 1;
    const data = this.#dataOf(USER_PRESENT);
    const clientData = this.#clientDataOf('webauthn.get', options);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    return {
      ...this.#fields(),
      response: {
        clientDataJSON: base64Url(clientData),
        authenticatorData: base64Url(data),
        signature: base64Url(signature),
      },
    };
  }

  #fields() {
    const id = base64Url(this.#id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
  }

  #clientDataOf(type: string, { challenge }: PasskeyOptions): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#settings.origin, crossOrigin: false }));
  }

  #dataOf(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(new URL(this.#settings.origin).hostname), Buffer.of(flags), counter]);
  }
}
