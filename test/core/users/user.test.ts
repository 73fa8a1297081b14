import { expect } from 'chai';
import { emailKey, User } from '#core/users/user.ts';
import { userView } from '#core/users/user-view.ts';
import { aUser, ids, NOON } from '../../support/builders.ts';

describe('User', () => {
  it('is active at first, with the permissions of the role alone', () => {
    const given = {
      id: ids.next('usr'),
      email: 'zoe@example.com',
      name: null,
      passwordHash: null,
      role: 'staff',
    } as const;
    expect(User.create({ ...given, at: NOON })).to.deep.equal({
      ...given,
      version: 1,
      permissions: [],
      status: 'active',
      createdAt: NOON,
      updatedAt: NOON,
    });
  });

  it('shows nothing of the password', () => {
    const view = userView(aUser({ passwordHash: 'hash of secret' }));
    expect(JSON.stringify(view)).to.not.match(/password|secret/);
  });
});

describe('emailKey', () => {
  it('is one for e-mails that differ in case alone, or in how accents are composed', () => {
    const keys = ['Zoë@Example.com', 'ZOË@EXAMPLE.COM', 'zoe\u0308@example.com'].map(emailKey);
    expect(new Set(keys).size).to.equal(1);
  });

  it('is another for any other e-mail', () => {
    const keys = ['zoe@example.com', 'zoë@example.com', 'zoe+shop@example.com', 'z.oe@example.com'].map(emailKey);
    expect(new Set(keys).size).to.equal(4);
  });
});
