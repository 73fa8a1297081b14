import { expect } from 'chai';
import { ApiKey, apiKeyView } from '#core/access/api-key.ts';
import { aKey, aUser, NOON, noonPlus } from '../../support/builders/builders.ts';
import { thrownBy } from '../../support/rejection.ts';

describe('ApiKey', () => {
  const { key } = aKey(aUser());
  const ending = aKey(aUser(), { expiresAt: noonPlus(60) }).key;

  it('is active, for good without an expiry', () => {
    expect(ApiKey.stateOf(key, NOON)).to.equal('active');
    expect(ApiKey.stateOf(key, new Date(8.64e15))).to.equal('active');
  });

  it('is expired from the moment of its expiry', () => {
    expect(ApiKey.stateOf(ending, noonPlus(59.999))).to.equal('active');
    expect(ApiKey.stateOf(ending, noonPlus(60))).to.equal('expired');
  });

  it('is revoked once and for good, expired or not', () => {
    const revoked = ApiKey.revoke(ending, noonPlus(5));
    expect(revoked).to.deep.equal({ ...ending, version: 2, revokedAt: noonPlus(5), updatedAt: noonPlus(5) });
    expect(ApiKey.revoke(revoked, noonPlus(10))).to.equal(revoked);
    expect(ApiKey.stateOf(revoked, noonPlus(120))).to.equal('revoked');
  });

  it('expires earlier on request, never later', () => {
    const sooner = ApiKey.endBy(ending, noonPlus(30), noonPlus(1));
    const announced = { expiryAnnouncedAt: noonPlus(1), updatedAt: noonPlus(1) };
    expect(sooner).to.deep.equal({ ...ending, version: 2, expiresAt: noonPlus(30), ...announced });
    expect(ApiKey.endBy(ending, noonPlus(90), NOON).expiresAt).to.deep.equal(noonPlus(60));
    expect(ApiKey.endBy(key, noonPlus(90), NOON).expiresAt).to.deep.equal(noonPlus(90));
  });

  it('cannot be shortened once it has expired', async () => {
    for (const [ended, state] of [
      [ApiKey.revoke(key, NOON), 'revoked'],
      [ending, 'expired'],
    ] as const) {
      const error = await thrownBy(() => ApiKey.endBy(ended, noonPlus(90), noonPlus(60)));
      expect(error).to.include({ kind: 'conflict', code: 'invalid_state' });
      expect(error.details).to.deep.equal({ current_state: state, actions: [] });
    }
  });

  it('shows its prefix and neither the key nor its hash', () => {
    const { key: shown, token } = aKey(aUser());
    const text = JSON.stringify(apiKeyView(shown));
    expect(apiKeyView(shown).prefix).to.equal(token.slice(0, 12));
    expect(text).to.not.include(token);
    expect(text).to.not.include(shown.hash);
  });
});
