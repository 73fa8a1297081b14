import { expect } from 'chai';
import { parseConfig } from '#composition/parse-config.ts';
import { SETTING_NAMES } from '#composition/settings.ts';
import { createOrder, createProduct, itemsOf } from '../../support/builders/resources.ts';
import { aLog } from '../../support/log.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

describe('the environment and the rules of the shop', () => {
  let DATABASE_URL: string;

  beforeEach(async () => {
    DATABASE_URL = await createDatabase();
  });

  /** Starts a service on the database. @returns what it does with the service, and the warnings of the start. */
  const onStart = async <T>(settings: Record<string, string>, run: (app: TestApp) => Promise<T>) => {
    const { log, lines } = aLog();
    const app = await startApp({ DATABASE_URL, ...settings }, { log });
    try {
      const warnings = lines.filter(({ level }) => level === 'warn');
      return { result: await run(app), warnings };
    } finally {
      await app.stop();
    }
  };
  const read = async (app: TestApp) => (await app.call('/api/shop/rules')).json;

  it('are the same at the first start, and of any number of processes the first decides', async () => {
    const [one, other] = await Promise.all([
      onStart({ STORE_CURRENCY: 'EUR', MAILS: 'off', DUNNING_SCHEDULE: '2d' }, read),
      onStart({ STORE_CURRENCY: 'EUR', MAILS: 'off', DUNNING_SCHEDULE: '2d' }, read),
    ]);
    expect(one.result).to.deep.include({ version: 1, currency: 'EUR', mails: [], dunning_schedule: [2] });
    expect(other.result).to.deep.equal(one.result);
    expect([...one.warnings, ...other.warnings]).to.deep.equal([]);
  });

  it('differ later: each variable that is set and differs is reported, and changes nothing', async () => {
    await onStart({ STORE_CURRENCY: 'EUR', TAX_ROUNDING: 'line' }, async () => {});
    const { result, warnings } = await onStart(
      { STORE_CURRENCY: 'USD', TAX_ROUNDING: 'line', WEBHOOK_RETRY_SCHEDULE: '1s' },
      read,
    );
    expect(result).to.include({ version: 1, currency: 'EUR', tax_rounding: 'line' });
    expect(warnings.map(({ fields }) => fields)).to.deep.equal([
      { setting: 'STORE_CURRENCY', rule: 'currency', in_force: 'EUR' },
      {
        setting: 'WEBHOOK_RETRY_SCHEDULE',
        rule: 'webhook_retry_schedule',
        in_force: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
      },
    ]);
    for (const { message } of warnings) expect(message).to.include('PATCH /api/shop/rules changes it');
  });

  it('keep the rounding of a shop that sold before it had rules, unless the environment sets it', async () => {
    for (const [settings, tax_rounding] of [
      [{}, 'line'],
      [{ TAX_ROUNDING: 'total' }, 'total'],
    ] as const) {
      await onStart({}, async (app) => {
        const product = await createProduct(app, { price: 1 });
        await createOrder(app, { items: itemsOf([product]) });
      });
      await runSql(DATABASE_URL, `update shop_rules set version = 0, "values" = '{}', has_sales = false`);
      expect((await onStart(settings, read)).result).to.include({ version: 1, tax_rounding });
    }
  });

  it('are not compared where the environment sets nothing', async () => {
    await onStart({ STORE_CURRENCY: 'EUR' }, async (app) => {
      const body = { mail_language: 'de' };
      expect((await app.call('/api/shop/rules', { method: 'PATCH', body })).status).to.equal(200);
    });
    expect((await onStart({}, read)).warnings).to.deep.equal([]);
  });
});

describe('settings of an earlier version', () => {
  it('are named at the start, and not taken for misspelt ones', () => {
    const { former, misspelt } = parseConfig({ MAX_STREAMS: '9', SHUTDOWN_TIMEOUT_MS: '9', PORT: '0' });
    expect(former).to.deep.equal(['MAX_STREAMS', 'SHUTDOWN_TIMEOUT_MS']);
    expect(misspelt).to.deep.equal([]);
    expect(SETTING_NAMES).to.not.include.members(['MAX_STREAMS', 'SHUTDOWN_TIMEOUT_MS']);
  });
});

describe('the scale of limits', () => {
  it('multiplies what may be in progress, and no time', () => {
    const { limits } = parseConfig({ LIMITS_SCALE: '2.5' });
    expect(limits).to.deep.equal({
      connections: { maxConnections: 25_000, maxConnectionsPerAddress: 2_500 },
      inFlight: {
        maxRequests: 2_500,
        maxRequestsPerClient: 625,
        maxBytes: 167_772_160,
        maxStreams: 1_250,
        maxStreamsPerClient: 250,
      },
      clientTimeoutMs: 30_000,
    });
    expect(parseConfig({ TRUST_PROXY: 'true' }).limits.connections.maxConnectionsPerAddress).to.equal(10_000);
  });
});
