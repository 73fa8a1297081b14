import { expect } from 'chai';
import { parseConfig } from '#composition/parse-config.ts';
import { configErrorOf } from '../../support/config-errors.ts';

describe('a test clock', () => {
  const PRODUCTION = {
    ...{ NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/shop' },
    ...{ SECRET_KEY: 'a secret key of an operator, for tests', OWNER_EMAIL: 'ada@example.com' },
  };
  const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

  for (const gateways of ['manual', 'sandbox', 'manual,sandbox', 'stripe', './voucher/voucher-gateway.mjs', '']) {
    it(`is refused in production beside the gateways ${gateways || 'of the default'}`, () => {
      const settings = { ...PRODUCTION, ...STRIPE, PAYMENT_GATEWAYS: gateways };
      for (const on of ['true', 'TRUE']) {
        expect(configErrorOf({ ...settings, TEST_CLOCK: on })).to.equal(
          'Wrong settings: TEST_CLOCK must not be true in production: real orders and invoices would follow a time that is ' +
            'not real.',
        );
      }
      for (const off of ['false', '']) expect(parseConfig({ ...settings, TEST_CLOCK: off }).testClock).to.equal(false);
      expect(parseConfig({ ...settings, NODE_ENV: 'test', TEST_CLOCK: 'true' }).testClock).to.equal(true);
    });
  }
});

describe('connection settings', () => {
  it('accept one or several NATS servers, with or without credentials', () => {
    expect(parseConfig({}).natsUrl).to.equal(undefined);
    expect(parseConfig({ NATS_URL: '' }).natsUrl).to.equal(undefined);
    for (const right of [
      'nats://127.0.0.1:4222',
      'nats://nats.example',
      'tls://shop:a%20pass%2Fword@nats.example:4222/',
      'nats://token@[::1]:4222',
      'nats://a.example:4222, nats://b.example:4222',
    ]) {
      expect(parseConfig({ NATS_URL: right }).natsUrl).to.equal(right);
    }
    for (const wrong of [
      'nats.example:4222',
      'http://nats.example',
      'nats://',
      'nats://a.example,',
      'nats://a.example,http://b.example',
      'nats://shop:hidden%zz@a.example',
      'nats://shop:hidden@a.example/stream',
    ]) {
      const message = configErrorOf({ NATS_URL: wrong });
      expect(message, wrong).to.match(
        /^Wrong settings: NATS_URL must be a URL such as nats:\/\/user:password@host:4222, or/,
      );
      expect(message).to.not.include('hidden');
    }
  });

  it('accept the URL of a database, and repeat nothing of a wrong one', () => {
    for (const right of [
      'postgres://localhost/shop',
      'postgresql://shop:p%23ss%2Fword@[::1]:5432/shop?sslmode=require',
      'postgres:///shop?host=/var/run/postgresql&user=shop@example',
    ]) {
      expect(parseConfig({ DATABASE_URL: right }).databaseUrl).to.equal(right);
    }
    const unencoded = 'has no database name: encode special characters of the password, such as # as %23';
    for (const wrong of [
      'postgres://hidden:12#34@db.example/shop',
      'postgres://hidden:12/34@db.example/shop',
      'postgres://hidden:12?34@db.example/shop',
      'postgres://hidden:1/2?3@db.example/shop',
      'postgres://hidden:pa#ss@db.example/shop',
      'postgres://hidden:pa/ss@db.example/shop',
      'postgres://hidden@db.example',
      'postgres://hidden@db.example/',
    ]) {
      const both = { DATABASE_URL: wrong, MIGRATION_DATABASE_URL: wrong };
      expect(configErrorOf(both), wrong).to.equal(
        `Wrong settings: DATABASE_URL ${unencoded}; MIGRATION_DATABASE_URL ${unencoded}.`,
      );
    }
    for (const wrong of ['mysql://hidden@db.example/shop', 'hidden', 'postgres://hidden:99999999@x:y/shop']) {
      expect(configErrorOf({ DATABASE_URL: wrong }), wrong).to.equal(
        'Wrong settings: DATABASE_URL must be a URL such as postgres://user:password@host:5432/shop.',
      );
    }
  });

  it('accept a Redis address and database', () => {
    expect(parseConfig({}).redisUrl).to.equal(undefined);
    for (const right of [
      'redis://127.0.0.1:6379',
      'rediss://shop:pass%2Fword@redis.example/2',
      'redis://:word@[::1]',
    ]) {
      expect(parseConfig({ REDIS_URL: right }).redisUrl).to.equal(right);
    }
    for (const wrong of ['redis.example', 'http://redis.example', 'redis://', 'redis://:hidden@a.example/shop']) {
      const message = configErrorOf({ REDIS_URL: wrong });
      expect(message, wrong).to.equal(
        'Wrong settings: REDIS_URL must be a URL such as redis://user:password@host:6379/0.',
      );
    }
  });

  it('count rates in Redis only when it is configured', () => {
    const redis = { RATE_LIMIT_STORE: 'redis' };
    const named = { ...redis, REDIS_URL: 'redis://127.0.0.1' };
    expect(parseConfig(named).rateLimitStore).to.equal('redis');
    expect(parseConfig({ ...named, STORAGE: 'memory' }).rateLimitStore).to.equal('redis');
    expect(configErrorOf(redis)).to.include('REDIS_URL must be set with RATE_LIMIT_STORE=redis');
    expect(parseConfig({ REDIS_URL: 'redis://127.0.0.1' }).rateLimitStore).to.equal('memory');
  });

  it('have a complete S3 for files, or every missing one is named', () => {
    const error = configErrorOf({ FILE_STORAGE: 's3', S3_BUCKET: 'images' });
    for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
      expect(error).to.include(`${name} must be set with FILE_STORAGE=s3`);
    }
    expect(error).to.not.include('S3_BUCKET');
  });
});

describe('settings that list some of several values', () => {
  it('have each once, or none', () => {
    const seeds = (settings: Record<string, string>) => parseConfig(settings).ruleSeeds.values;
    const { customer_permissions, mails } = seeds({ CUSTOMER_MAY: 'cancel_paid, request_return', MAILS: 'refund' });
    expect({ customer_permissions, mails }).to.deep.equal({
      customer_permissions: ['cancel_paid', 'request_return'],
      mails: ['refund'],
    });
    expect(seeds({ CUSTOMER_MAY: 'off' }).customer_permissions).to.deep.equal([]);
    expect(seeds({ CUSTOMER_MAY: '' }).customer_permissions).to.deep.equal(['cancel_unpaid']);
    for (const wrong of ['cancel', 'cancel_paid,', 'cancel_paid,cancel_paid', 'cancel_paid,off']) {
      expect(configErrorOf({ CUSTOMER_MAY: wrong }), wrong).to.equal(
        'Wrong settings: CUSTOMER_MAY must be some of cancel_unpaid, cancel_paid, change_address, request_return, ' +
          'each once, separated by commas, or off.',
      );
    }
  });
});

describe('variables that resemble settings', () => {
  it('are reported with the setting', () => {
    const misspelt = (settings: Record<string, string>) => parseConfig(settings).misspelt;
    expect(
      misspelt({ DATABSE_URL: 'x', WEBHOOK_ALOW_PRIVATE: 'x', HOME: 'x', PATH: 'x', VOUCHER_FILE: 'x' }),
    ).to.deep.equal([
      { name: 'DATABSE_URL', setting: 'DATABASE_URL' },
      { name: 'WEBHOOK_ALOW_PRIVATE', setting: 'WEBHOOK_ALLOW_PRIVATE' },
    ]);
    expect(misspelt({ RATE_LIMIT: 'off' })).to.deep.equal([]);
    expect(misspelt({ PGPORT: '5432', PGHOST: 'x', PGDATABASE: 'x', PGHOSTADDR: 'x' })).to.deep.equal([]);
  });

  it('are reported beside wrong settings', () => {
    expect(configErrorOf({ PORT: 'x', DATABSE_URL: 'x' })).to.equal(
      'Wrong settings: PORT must be a number; DATABSE_URL is not a setting, but DATABASE_URL is.',
    );
  });
});

describe('secrets among the settings', () => {
  it('have a least length', () => {
    const [owner, metrics] = ['OWNER_PASSWORD must have at least 12', 'METRICS_TOKEN must have at least 16'];
    expect(configErrorOf({ OWNER_PASSWORD: 'short', METRICS_TOKEN: 'short' })).to.equal(
      `Wrong settings: ${owner} characters; ${metrics} characters.`,
    );
  });
});

describe('webhook settings', () => {
  it('allow private addresses on request, and this machine on a developer’s machine', () => {
    const targets = (settings: Record<string, string>) => parseConfig(settings).webhookTargets;
    expect(targets({})).to.equal('loopback');
    expect(targets({ WEBHOOK_ALLOW_PRIVATE: 'true' })).to.equal('private');
    for (const settings of [
      { WEBHOOK_ALLOW_PRIVATE: 'false' },
      { HOST: '192.0.2.1' },
      { STRIPE_SECRET_KEY: 'rk_live_1' },
    ] as Record<string, string>[]) {
      expect(targets(settings)).to.equal('public');
    }
    expect(configErrorOf({ WEBHOOK_ALLOW_PRIVATE: 'yes' })).to.include('WEBHOOK_ALLOW_PRIVATE must be a boolean');
  });

  it('define the retry schedule', () => {
    const pauses = (WEBHOOK_RETRY_SCHEDULE = '') =>
      parseConfig({ WEBHOOK_RETRY_SCHEDULE }).ruleSeeds.values.webhook_retry_schedule;
    const hours = [2, 5, 10, 14, 20, 24].map((count) => count * 3_600);
    expect(pauses()).to.deep.equal([5, 300, 1_800, ...hours]);
    expect(pauses('500ms')).to.deep.equal([0.5]);
    expect(pauses('1ms, 5s,5m, 30m,2h,1d,7d')).to.deep.equal([0.001, 5, 300, 1_800, 7_200, 86_400, 604_800]);
    expect(pauses(Array(20).fill('1s').join(','))).to.have.length(20);
    for (const wrong of ['5', 's', '5 s', '0s', '-5s', '1.5h', '5S', '8d', '169h', '5s,', ',', '1w', '1e3s', '٣s']) {
      expect(configErrorOf({ WEBHOOK_RETRY_SCHEDULE: wrong }), wrong).to.equal(
        'Wrong settings: WEBHOOK_RETRY_SCHEDULE must be 1 to 20 delays such as 500ms,5s,5m,2h,1d, each 1 ms to 7 days, separated by commas.',
      );
    }
    expect(configErrorOf({ WEBHOOK_RETRY_SCHEDULE: Array(21).fill('1s').join(',') })).to.include('1 to 20 delays');
  });
});

describe('the role setting', () => {
  it('is all, http or worker', () => {
    expect(parseConfig({}).role).to.equal('all');
    for (const role of ['all', 'http', 'worker']) expect(parseConfig({ ROLE: role }).role).to.equal(role);
    expect(configErrorOf({ ROLE: 'boss' })).to.include('ROLE must be one of [all, http, worker]');
  });

  it('is all on memory storage', () => {
    expect(parseConfig({ STORAGE: 'memory', ROLE: 'all' }).role).to.equal('all');
    for (const role of ['http', 'worker']) {
      expect(configErrorOf({ STORAGE: 'memory', ROLE: role })).to.include('ROLE must be all with STORAGE=memory');
    }
  });
});
