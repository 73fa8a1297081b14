import { expect } from 'chai';
import { tokenMail } from '#core/users/account-mails.ts';
import type { TokenPurpose } from '#core/users/ports.ts';

describe('tokenMail', () => {
  const zoe = { email: 'Zoe@example.com' };
  const mail = (
    page: string | null = null,
    user: Parameters<typeof tokenMail>[0] = zoe,
    purpose: TokenPurpose = 'password_reset',
  ) => {
    const none = {
      password_reset: null,
      invitation: null,
      email_verification: null,
      email_change: null,
    };
    const pages = { ...none, [purpose]: page };
    return tokenMail(user, { purpose, token: 'cpr_abc', pages });
  };

  it('is addressed as the person writes the e-mail and contains nothing the person chose', () => {
    expect(mail()).to.include({ to: 'Zoe@example.com' });
    expect(mail().text).to.match(/^Hello,\n/);
  });

  it('links to the page on a line of its own', () => {
    expect(mail('https://shop.example/reset').text.split('\n')).to.include('https://shop.example/reset?token=cpr_abc');
  });

  it('appends the token to the page’s query', () => {
    const { text } = mail('https://shop.example/?page=reset');
    expect(text.split('\n')).to.include('https://shop.example/?page=reset&token=cpr_abc');
  });

  it('contains the token alone without a page', () => {
    const { text } = mail();
    expect(text.split('\n')).to.include('cpr_abc');
    expect(text).to.not.include('token=');
  });

  it('never links to the page of another purpose', () => {
    const confirm = 'https://shop.example/confirm';
    const pages = {
      password_reset: null,
      invitation: confirm,
      email_verification: confirm,
      email_change: confirm,
    };
    expect(tokenMail(zoe, { purpose: 'password_reset', token: 'cpr_abc', pages }).text).to.not.include('shop.example');
  });

  it('states its purpose and validity', () => {
    expect(mail()).to.include({ subject: 'Set a new password' });
    expect(mail().text).to.include('set a new password').and.include('within an hour');
    const confirmation = mail(null, zoe, 'email_verification');
    expect(confirmation).to.include({ subject: 'Confirm your e-mail address' });
    expect(confirmation.text).to.include('confirm this address').and.include('within a day');
    const invitation = mail('https://shop.example/dashboard/accept-invitation', zoe, 'invitation');
    expect(invitation).to.include({ subject: 'You are invited to work in a shop' });
    expect(invitation.text).to.include('/accept-invitation?token=').and.include('within seven days');
    expect(invitation.text).to.include('If you did not expect it');
  });
});
