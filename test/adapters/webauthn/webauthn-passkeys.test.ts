import { expect } from 'chai';
import { makeWebauthnPasskeys } from '#adapters/webauthn/webauthn-passkeys.ts';
import type { PasskeyCredential, Passkeys } from '#core/access/second-factors/passkeys.ts';
import { Authenticator } from '../../support/browser/authenticator.ts';

const ORIGIN = 'https://shop.example';

const SUBJECT = { issuer: 'Shop', user: { id: 'usr_1', name: 'ada@example.com' }, existing: [] };

describe('passkeys', () => {
  const passkeys = makeWebauthnPasskeys(() => ORIGIN);

  /** A passkey as it is stored. */
  const credentialOf = async (authenticator: Authenticator, of: Passkeys = passkeys): Promise<PasskeyCredential> => {
    const verified = await of.verifyCreation(authenticator.create(await of.creationOptions(SUBJECT)));
    return verified?.credential ?? expect.fail('the passkey is not valid');
  };

  it('are created for the host, the user and beside those that exist, with a new challenge', async () => {
    const existing = [{ id: 'b25l', transports: ['usb'] }];
    const options = await passkeys.creationOptions({ ...SUBJECT, existing });
    expect(options).to.deep.include({ rp: { name: 'Shop', id: 'shop.example' }, attestation: 'none' });
    expect(options['user']).to.include({ id: Buffer.from('usr_1').toString('base64url'), name: 'ada@example.com' });
    expect(options['excludeCredentials']).to.deep.equal([{ id: 'b25l', transports: ['usb'], type: 'public-key' }]);
    const other = await passkeys.creationOptions(SUBJECT);
    expect(other.challenge).to.have.length(43).and.not.equal(options.challenge);
  });

  it('show what they have signed, and count their uses', async () => {
    const authenticator = new Authenticator({ origin: ORIGIN });
    const options = await passkeys.creationOptions(SUBJECT);
    const created = await passkeys.verifyCreation(authenticator.create(options));
    expect(created?.challenge).to.equal(options.challenge);
    expect(created?.credential).to.deep.include({ counter: 0, transports: ['usb'] });
    const credential = created?.credential ?? expect.fail();
    const request = await passkeys.requestOptions([credential]);
    expect(request['allowCredentials']).to.deep.equal([{ id: credential.id, transports: ['usb'], type: 'public-key' }]);
    const used = await passkeys.verifyAssertion(authenticator.get(request), credential);
    expect(used).to.deep.equal({ credential: { ...credential, counter: 1 }, challenge: request.challenge });
  });

  it('are refused when their counter does not advance, since there may be a copy', async () => {
    const authenticator = new Authenticator({ origin: ORIGIN });
    const credential = { ...(await credentialOf(authenticator)), counter: 7 };
    const request = await passkeys.requestOptions([credential]);
    for (const [counter, isAccepted] of [
      [6, false],
      [7, false],
      [8, true],
    ] as const) {
      authenticator.counter = counter - 1;
      const used = await passkeys.verifyAssertion(authenticator.get(request), credential);
      expect(used !== undefined, `${counter}`).to.equal(isAccepted);
    }
  });

  it('of authenticators that do not count are accepted', async () => {
    const authenticator = new Authenticator({ origin: ORIGIN });
    const credential = await credentialOf(authenticator);
    authenticator.counter = -1;
    const used = await passkeys.verifyAssertion(
      authenticator.get(await passkeys.requestOptions([credential])),
      credential,
    );
    expect(used?.credential.counter).to.equal(0);
  });

  it('are refused with the signature of another key, from another origin, and for another purpose', async () => {
    const [authenticator, other] = [new Authenticator({ origin: ORIGIN }), new Authenticator({ origin: ORIGIN })];
    const credential = await credentialOf(authenticator);
    const request = await passkeys.requestOptions([credential]);
    expect(await passkeys.verifyAssertion(other.get(request), credential)).to.equal(undefined);
    const elsewhere = new Authenticator({ origin: 'https://evil.example' });
    expect(await passkeys.verifyCreation(elsewhere.create(request))).to.equal(undefined);
    const { response, ...fields } = authenticator.get(request);
    const { clientDataJSON } = authenticator.create(request).response;
    const mixed = { ...fields, response: { ...response, clientDataJSON } };
    expect(await passkeys.verifyAssertion(mixed, credential)).to.equal(undefined);
  });

  it('are refused when the response is no such thing', async () => {
    const authenticator = new Authenticator({ origin: ORIGIN });
    const credential = await credentialOf(authenticator);
    const options = await passkeys.requestOptions([credential]);
    for (const text of ['', 'AAAA', Buffer.from('{}').toString('base64url'), 'x'.repeat(4_096)]) {
      const created = authenticator.create(options);
      const used = authenticator.get(options);
      for (const member of ['clientDataJSON', 'attestationObject']) {
        const response = { ...created.response, [member]: text };
        expect(await passkeys.verifyCreation({ ...created, response }), member).to.equal(undefined);
      }
      for (const member of ['clientDataJSON', 'authenticatorData', 'signature']) {
        const response = { ...used.response, [member]: text };
        expect(await passkeys.verifyAssertion({ ...used, response }, credential), member).to.equal(undefined);
      }
    }
  });

  it('are refused for challenges that the service cannot have made', async () => {
    const authenticator = new Authenticator({ origin: ORIGIN });
    for (const challenge of ['', 'short', '\0'.repeat(43), 7 as unknown as string]) {
      expect(await passkeys.verifyCreation(authenticator.create({ challenge }))).to.equal(undefined);
    }
  });

  it('are refused with an attestation that would be checked over the network', async () => {
    const authenticator = new Authenticator({ origin: ORIGIN, format: 'android-key' });
    expect(await passkeys.verifyCreation(authenticator.create(await passkeys.creationOptions(SUBJECT)))).to.equal(
      undefined,
    );
  });

  it('need the name of a host: localhost for the addresses of the own machine, and none for others', async () => {
    for (const url of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000']) {
      const local = makeWebauthnPasskeys(() => url);
      expect(local.isAvailable(), url).to.equal(true);
      await credentialOf(new Authenticator({ origin: 'http://localhost:3000' }), local);
    }
    for (const url of ['http://192.168.1.7:3000', 'https://[2001:db8::1]']) {
      const unnamed = makeWebauthnPasskeys(() => url);
      expect(unnamed.isAvailable(), url).to.equal(false);
      const authenticator = new Authenticator({ origin: url });
      const options = await passkeys.requestOptions([]);
      expect(await unnamed.verifyCreation(authenticator.create(options))).to.equal(undefined);
    }
  });
});
