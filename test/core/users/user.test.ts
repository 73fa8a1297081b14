import { expect } from 'chai';
import { emailKey } from '#core/shared/mail.ts';
import { User } from '#core/users/user.ts';
import { userView } from '#core/users/user-view.ts';
import { aUser, ids, NOON } from '../../support/builders/builders.ts';

describe('User', () => {
  it('is active with the role’s permissions by default', () => {
    const user = User.create(
      ids.next('usr'),
      { email: 'zoe@example.com', role: 'staff' },
      { passwordHash: null, at: NOON },
    );
    expect(user).to.deep.equal({
      id: user.id,
      version: 1,
      email: 'zoe@example.com',
      emailVerifiedAt: null,
      pendingEmail: null,
      name: null,
      phone: null,
      addresses: [],
      metadata: {},
      customerMetadataKeys: [],
      passwordHash: null,
      role: 'staff',
      permissions: [],
      status: 'active',
      trusted: false,
      taxId: null,
      taxIdConfirmedAt: null,
      taxIdConfirmedBy: null,
      consents: { email_marketing: null, sms_marketing: null },
      invitedAt: null,
      tags: [],
      note: null,
      createdAt: NOON,
      updatedAt: NOON,
    });
  });

  it('hides the password', () => {
    const view = userView(aUser({ passwordHash: 'hash of secret' }));
    expect(JSON.stringify(view)).to.not.match(/password|secret/);
  });
});

describe('emailKey', () => {
  it('is equal for e-mails that differ in case or composition', () => {
    const keys = ['Zoë@Example.com', 'ZOË@EXAMPLE.COM', 'zoe\u0308@example.com'].map(emailKey);
    expect(new Set(keys).size).to.equal(1);
  });

  it('differs for any other e-mail', () => {
    const keys = ['zoe@example.com', 'zoë@example.com', 'zoe+shop@example.com', 'z.oe@example.com'].map(emailKey);
    expect(new Set(keys).size).to.equal(4);
  });
});
