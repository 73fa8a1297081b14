import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { parseConfig } from '#composition/parse-config.ts';
import { configErrorOf } from '../../support/config-errors.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers, spawnFailingService } from '../../support/servers/spawn-service.ts';

const WITHOUT_OPENTELEMETRY = pathToFileURL(
  path.join(import.meta.dirname, '../../support/run-without-opentelemetry.ts'),
).href;

const SECRET_KEY = 'a secret key that is long enough';

describe('a service that cannot start', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'startup-'));
  });
  after(async () => {
    killLeftovers();
    await rm(directory, { recursive: true, force: true });
  });

  /** Exits with 1 and one line. @returns the line. */
  const lastWords = async (settings: Record<string, string>): Promise<string> => {
    const { code, signal, stderr } = await spawnFailingService(settings);
    expect([code, signal], stderr).to.deep.equal([1, null]);
    expect(stderr).to.match(/^[A-Z].*\.\n$/);
    expect(stderr).to.not.match(/\n.*\n|\bat \S+ \(|Error:|node_modules|\.ts:/);
    return stderr.trim();
  };

  it('reports a port in use, on both storages', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const { port } = holder.address() as AddressInfo;
    for (const storage of [{ STORAGE: 'memory' }, { DATABASE_URL: await createDatabase(), SECRET_KEY }]) {
      const sentence = await lastWords({ ...storage, PORT: String(port) });
      expect(sentence).to.equal(
        `Port ${port} is in use on 127.0.0.1: stop the other program, or set PORT to another port.`,
      );
    }
    await new Promise((resolve) => holder.close(resolve));
  });

  it('reports an address that it cannot listen on', async () => {
    expect(await lastWords({ STORAGE: 'memory', HOST: '203.0.113.9' })).to.include('HOST 203.0.113.9');
  });

  it('names the packages to install for traces', async () => {
    const settings = { STORAGE: 'memory', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    const sentence = await lastWords({ ...settings, NODE_OPTIONS: `--import=${WITHOUT_OPENTELEMETRY}` });
    expect(sentence).to.match(
      /^Traces cannot .*OTEL_EXPORTER_OTLP_ENDPOINT needs the optional packages of OpenTelemetry: run `npm ci --include=optional`/,
    );
  });

  it('reports an unusable data folder', async () => {
    const file = path.join(directory, 'file');
    await writeFile(file, '');
    const dataDir = path.join(file, 'data');
    expect(await lastWords({ DATA_DIR: dataDir })).to.include(dataDir);
    expect(await lastWords({ DATA_DIR: dataDir, SECRET_KEY })).to.include(dataDir);
  });

  it('reports an unreachable database without its password', async () => {
    for (const host of ['127.0.0.1:1', 'localhost:1']) {
      const sentence = await lastWords({ DATABASE_URL: `postgres://shop:hidden@${host}/shop`, SECRET_KEY });
      expect(sentence)
        .to.match(/^The database at \S+\/shop cannot be used: \S.+/)
        .and.to.include(host);
      expect(sentence).to.not.include('hidden');
    }
  });

  it('reports all configuration errors at once', async () => {
    const wrong = {
      PORT: '70000',
      STORAGE: 'paper',
      OWNER_EMAIL: 'nobody',
      OWNER_PASSWORD: 'short',
      SECRET_KEY: 'short',
      SECRET_KEY_PREVIOUS: 'short',
      STORE_CURRENCY: 'usd',
      RATE_LIMIT: 'fast',
      MAX_BODY_BYTES: '-1',
      REQUEST_TIMEOUT_MS: 'soon',
      CORS_ORIGINS: 'shop.example',
      TRUST_PROXY: 'maybe',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://localhost/shop',
      MIGRATION_DATABASE_URL: 'mysql://localhost/shop',
      PAYMENT_GATEWAYS: 'sandbox,',
      EVENT_PUBLISHERS: './mine.mjs,',
      STRIPE_API_BASE: 'stripe.example',
      PUBLIC_URL: 'shop.example',
      ROLE: 'boss',
      RATE_LIMIT_STORE: 'paper',
      REDIS_URL: 'http://localhost',
      NATS_URL: 'localhost:4222',
      WEBHOOK_ALLOW_PRIVATE: 'maybe',
      WEBHOOK_RETRY_SCHEDULE: '5s,soon',
    };
    const sentence = await lastWords(wrong);
    for (const name of Object.keys(wrong)) expect(sentence).to.match(new RegExp(`\\b${name} \\w`));
    expect(sentence).to.not.include('short');
  });

  it('reports contradicting settings and what production requires', async () => {
    const contradiction = {
      STORAGE: 'memory',
      DATABASE_URL: 'postgres://localhost/shop',
      RATE_LIMIT_STORE: 'postgres',
    };
    expect(await lastWords(contradiction)).to.match(/DATABASE_URL must not .*RATE_LIMIT_STORE must be memory/);
    const stripe = await lastWords({
      STORAGE: 'memory',
      PAYMENT_GATEWAYS: 'sandbox, stripe',
      STRIPE_WEBHOOK_SECRET: '',
    });
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']) {
      expect(stripe).to.include(`${name} must be set with the gateway stripe`);
    }
    const production = await lastWords({ NODE_ENV: 'production', OWNER_EMAIL: '', OWNER_PASSWORD: '' });
    for (const name of ['SECRET_KEY', 'DATABASE_URL'])
      expect(production).to.include(`${name} must be set in production`);
    const named = await lastWords({
      ...{ NODE_ENV: 'production', SECRET_KEY, DATABASE_URL: 'postgres://localhost/shop' },
      ...{ OWNER_EMAIL: '', SMTP_URL: 'smtps://localhost' },
    });
    expect(named).to.match(/OWNER_EMAIL must be set with OWNER_PASSWORD .*MAIL_FROM must be set with SMTP_URL/);
  });

  it('reports a missing public URL where it listens on every address', async () => {
    for (const HOST of ['0.0.0.0', '::']) {
      expect(await lastWords({ STORAGE: 'memory', HOST })).to.include(`PUBLIC_URL must be set with HOST=${HOST}`);
    }
    expect(configErrorOf({ HOST: '0.0.0.0', PUBLIC_URL: 'https://api.shop.example' })).to.equal('');
  });

  it('reports an owner’s password that is easily guessed, in production', async () => {
    const production = { NODE_ENV: 'production', SECRET_KEY, DATABASE_URL: await createDatabase() };
    const sentence = await lastWords({ ...production, OWNER_PASSWORD: 'password1234' });
    expect(sentence).to.match(/^OWNER_PASSWORD must not be easy to guess/);
  });
});

describe('payment settings', () => {
  it('list each gateway once', () => {
    const listed = (PAYMENT_GATEWAYS: string) => parseConfig({ PAYMENT_GATEWAYS }).paymentGateways;
    expect(parseConfig({}).paymentGateways).to.deep.equal(['sandbox', 'manual']);
    expect(listed('')).to.deep.equal(['sandbox', 'manual']);
    expect(listed(' manual , ./my gateway.mjs')).to.deep.equal(['manual', './my gateway.mjs']);
    for (const wrong of [
      ',',
      'sandbox,',
      ',sandbox',
      'sandbox, ,manual',
      'sandbox,sandbox',
      'manual,sandbox, manual',
    ]) {
      expect(configErrorOf({ PAYMENT_GATEWAYS: wrong }), wrong).to.equal(
        'Wrong settings: PAYMENT_GATEWAYS must be gateways such as sandbox,manual, each once, separated by commas.',
      );
    }
  });

  it('require Stripe’s keys only when Stripe is enabled', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    const { stripe } = parseConfig({ PAYMENT_GATEWAYS: 'manual,stripe', ...keys });
    expect(stripe).to.deep.equal({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1' });
    for (const [missing, there] of [
      ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
      ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
    ] as const) {
      const message = configErrorOf({ PAYMENT_GATEWAYS: 'stripe', ...keys, [missing]: '' });
      expect(message).to.include(`${missing} must be set with the gateway stripe`).and.not.include(there);
      expect(configErrorOf({ PAYMENT_GATEWAYS: 'manual,./stripe', [there]: 'x' })).to.equal('');
    }
  });

  it('accept another address for Stripe', () => {
    const { stripe } = parseConfig({ STRIPE_API_BASE: 'http://127.0.0.1:12111' });
    expect(stripe.apiBase).to.equal('http://127.0.0.1:12111');
    for (const wrong of ['127.0.0.1:12111', 'ftp://stripe.example', 'stripe']) {
      expect(configErrorOf({ STRIPE_API_BASE: wrong }), wrong).to.include('STRIPE_API_BASE must be a URL');
    }
  });

  it('require an origin as the public URL', () => {
    for (const right of ['https://api.shop.example', 'http://127.0.0.1:3000']) {
      expect(parseConfig({ PUBLIC_URL: right }).publicUrl).to.equal(right);
    }
    for (const wrong of [
      '*',
      'api.shop.example',
      'https://api.shop.example/',
      'ftp://shop.example',
      'https://a.example/b',
    ]) {
      const message = configErrorOf({ PUBLIC_URL: wrong });
      expect(message, wrong).to.include('PUBLIC_URL must be an origin such as https://api.shop.example');
    }
  });
});
