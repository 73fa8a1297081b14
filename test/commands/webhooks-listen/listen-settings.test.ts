import { expect } from 'chai';
import { ListenError } from '#commands/webhooks-listen/listen-error.ts';
import { readListenSettings } from '#commands/webhooks-listen/settings.ts';

describe('the listener’s settings', () => {
  it('need only a key', () => {
    expect(readListenSettings({ API_KEY: 'cpk_1' })).to.deep.equal({
      port: 4000,
      verbose: false,
      source: { kind: 'registered', apiUrl: 'http://127.0.0.1:3000', apiKey: 'cpk_1', events: ['*'] },
    });
  });

  it('report the event patterns and the address', () => {
    const environment = { API_KEY: 'cpk_1', API_URL: 'https://shop.example/base/', EVENTS: 'payment.*, user.created' };
    expect(readListenSettings({ ...environment, PORT: '0', VERBOSE: 'true' })).to.deep.equal({
      port: 0,
      verbose: true,
      source: {
        kind: 'registered',
        apiUrl: 'https://shop.example/base',
        apiKey: 'cpk_1',
        events: ['payment.*', 'user.created'],
      },
    });
  });

  it('accept a secret alone', () => {
    const { source } = readListenSettings({ WEBHOOK_SECRET: 'whsec_MTIz' });
    expect(source).to.deep.equal({ kind: 'given', secret: 'whsec_MTIz' });
  });

  it('report all errors at once', () => {
    const environment = { PORT: '70000', VERBOSE: 'yes', API_URL: 'ftp://a', EVENTS: 'a,,b' };
    const read = (): unknown => readListenSettings(environment);
    expect(read).to.throw(ListenError, /PORT.*VERBOSE.*API_KEY=.*API_URL.*EVENTS/s);
    expect(() => readListenSettings({ API_KEY: 'a', WEBHOOK_SECRET: 'b' })).to.throw(ListenError, 'exclude each other');
  });
});
