import { expect } from 'chai';
import { environmentSettings } from '#composition/environment-settings.ts';
import { SEED_NAMES, SETTING_NAMES } from '#composition/settings.ts';

/** Settings that are secret, may contain a password, or are about a person. */
const HIDDEN = [
  'DATABASE_LISTEN_URL',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'MIGRATION_DATABASE_URL',
  'NATS_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OWNER_EMAIL',
  'OWNER_PASSWORD',
  'READ_DATABASE_URL',
  'REDIS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
];

/** What the name of a setting with a secret says. */
const SECRET_NAME = /PASSWORD(?!_RESET)|SECRET|TOKEN|ACCESS_KEY|^(DATABASE|REDIS|NATS|SMTP)_URL$/;

describe('the settings of the environment', () => {
  const named = (environment: Readonly<Record<string, string>>) =>
    new Map(environmentSettings(environment).map((setting) => [setting.name, setting]));

  it('are all described', () => {
    const settings = environmentSettings({});
    expect(settings.map(({ name }) => name)).to.deep.equal(SETTING_NAMES);
    for (const { name, description } of settings) expect(description, name).to.match(/^[A-Z].*\.$/);
  });

  it('show the value that was set, or else the default', () => {
    const settings = named({ PORT: '3001', RATE_LIMIT: 'off' });
    const port = settings.get('PORT');
    expect(port).to.deep.include({ value: '3001', default_value: '3000', is_set: true, is_hidden: false });
    expect(settings.get('S3_REGION')).to.deep.include({ value: 'us-east-1', is_set: false });
    expect(settings.get('RATE_LIMIT')).to.deep.include({ value: 'off', default_value: '6000/60' });
    expect(settings.get('SECOND_FACTOR_REQUIRED')).to.deep.include({ value: 'off' });
    expect(settings.get('PUBLIC_URL')).to.deep.include({ value: null, default_value: null, is_set: false });
  });

  it('are at most 50, without those that seed the rules of the shop', () => {
    expect(SETTING_NAMES).to.have.length.at.most(50);
    const names = named({ STORE_CURRENCY: 'EUR' });
    for (const name of SEED_NAMES) expect(names.has(name), name).to.equal(false);
  });

  it('show nothing of secrets, whatever they are', () => {
    const secrets = Object.fromEntries(HIDDEN.map((name) => [name, `postgres://ada:secret-${name}@db/shop`]));
    const settings = environmentSettings(secrets);
    expect(settings.flatMap(({ name, is_hidden: isHidden }) => (isHidden ? name : [])).sort()).to.deep.equal(HIDDEN);
    expect(JSON.stringify(settings)).to.not.match(/secret-|ada:/);
    for (const { name, is_hidden, is_set, value } of settings) {
      if (is_hidden) expect({ name, is_set, value }).to.deep.equal({ name, is_set: true, value: null });
    }
    expect(SETTING_NAMES.filter((name) => SECRET_NAME.test(name) && !HIDDEN.includes(name))).to.deep.equal([]);
  });

  it('hide credentials in any other setting too', () => {
    const others = SETTING_NAMES.filter((name) => !HIDDEN.includes(name));
    const settings = named(Object.fromEntries(others.map((name) => [name, 'https://ada:pass-word@host.example/'])));
    for (const name of others) expect(settings.get(name), name).to.deep.include({ is_set: true, value: null });
    expect(JSON.stringify([...settings.values()])).to.not.match(/ada:|pass-word/);
  });
});
