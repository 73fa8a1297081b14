import { expect } from 'chai';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type Access, openAccess } from './access-under-test.ts';

describe('revokeKey', () => {
  let access: Access;

  beforeEach(async () => {
    access = await openAccess();
  });

  it('revokes the key for good', async () => {
    const { key, token } = await access.create(access.asOwner, { name: 'till' });
    access.clock.advance(60);
    await access.revoke(access.asOwner, { id: key.id, expected: undefined });
    expect(await access.verify(token)).to.deep.equal({ kind: 'refused', reason: 'revoked' });
    const revoked = await access.unitOfWork.run((tx) => tx.apiKeys.get(key.id));
    expect(revoked).to.deep.equal({ ...key, version: 2, revokedAt: noonPlus(60), updatedAt: noonPlus(60) });
  });

  it('leaves a revoked key unchanged', async () => {
    const { key } = await access.create(access.asOwner, { name: 'till' });
    for (let time = 0; time < 2; time += 1) {
      await access.revoke(access.asOwner, { id: key.id, expected: undefined });
      access.clock.advance(60);
    }
    const revoked = await access.unitOfWork.run((tx) => tx.apiKeys.get(key.id));
    expect(revoked).to.deep.include({ version: 2, revokedAt: noonPlus(0) });
  });

  it('revokes the expected version and rejects any other', async () => {
    const { key, token } = await access.create(access.asOwner, { name: 'till' });
    await access.rotate(access.asOwner, { id: key.id, overlapSeconds: 60 });
    const error = await rejectionOf(access.revoke(access.asOwner, { id: key.id, expected: [1] }));
    expect(error).to.include({ kind: 'stale', code: 'version_mismatch' });
    expect(error.details).to.include({ current_version: 2 });
    expect((await access.verify(token)).kind).to.equal('accepted');
    await access.revoke(access.asOwner, { id: key.id, expected: [2] });
    expect(await access.verify(token)).to.deep.equal({ kind: 'refused', reason: 'revoked' });
  });

  it('rejects an unknown key', async () => {
    const attempt = access.revoke(access.asOwner, { id: ids.next('key'), expected: undefined });
    expect(await rejectionOf(attempt)).to.include({ kind: 'not_found', code: 'not_found' });
  });
});
