import { expect } from 'chai';
import { requiresSmtpTls, smtpTlsErrors } from '#adapters/system/settings/smtp-tls.ts';

describe('the SMTP setting', () => {
  const set = (url: string, environment = 'production') => ({ NODE_ENV: environment, SMTP_URL: url });

  it('requires TLS in production, except on this machine', () => {
    for (const url of ['smtp://mail.example:587', 'smtps://mail.example', 'smtp://192.0.2.1']) {
      expect(requiresSmtpTls(set(url)), url).to.equal(true);
      expect(requiresSmtpTls(set(url, 'development')), url).to.equal(false);
    }
    for (const url of ['smtp://127.0.0.1:25', 'smtp://localhost', 'smtp://[::1]:25']) {
      expect(requiresSmtpTls(set(url)), url).to.equal(false);
    }
  });

  it('must not turn TLS off in production', () => {
    for (const parameter of ['ignoreTLS=true', 'requireTLS=false', 'tls.rejectUnauthorized=false']) {
      const [error] = smtpTlsErrors(set(`smtp://mail.example?${parameter}`));
      expect(error).to.include('SMTP_URL').and.include(parameter);
      expect(smtpTlsErrors(set(`smtp://127.0.0.1?${parameter}`))).to.deep.equal([]);
    }
    expect(smtpTlsErrors(set('smtp://mail.example?pool=true'))).to.deep.equal([]);
  });
});
