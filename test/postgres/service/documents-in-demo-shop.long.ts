import { expect } from 'chai';
import {
  firstCalls,
  guideCommands,
  RUN_TOUR,
  runScript,
  serveMailedTokens,
} from '../../support/documents/document-commands.ts';
import { installed } from '../../support/installed.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import type { Receiver } from '../../support/servers/receivers.ts';
import { killLeftovers, runSeed } from '../../support/servers/spawn-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

// the run's notice names curl if it is missing
const describeWithCurl = installed('curl') === undefined ? describe.skip : describe;

describeWithCurl('the commands of the documents in a demo shop', () => {
  let app: TestApp;
  let settings: Record<string, string>;
  let mails: MailServer;
  let mailedTokens: Receiver;

  before(async () => {
    mails = await startMailServer();
    mailedTokens = await serveMailedTokens(mails);
  });
  beforeEach(async () => {
    settings = { DATABASE_URL: await createDatabase(), SMTP_URL: mails.url };
    app = await startApp(settings);
  });
  afterEach(() => app.stop());
  after(async () => {
    await mails.close();
    mailedTokens.close();
    killLeftovers();
  });

  const run = async (script: string) => {
    const variables = { URL: app.url, PASSWORD: app.ownerPassword, MAILS: mailedTokens.url };
    const { code, output, errors } = await runScript(script, variables);
    expect(code, errors + output.slice(-2000)).to.equal(0);
  };

  const seed = async (...args: string[]) => {
    const { code, stderr } = await runSeed(args, { ...settings, SECRET_KEY: 'the secret key of services in tests' });
    expect(code, stderr).to.equal(0);
  };

  it('work before and after it is filled, as often as one likes', async () => {
    await run(await firstCalls());
    await run(RUN_TOUR);
    await seed();
    for (const script of [RUN_TOUR, await guideCommands(), RUN_TOUR, await firstCalls()]) await run(script);
  });

  it('work in one with a year of orders, which has taxes, discounts and shipping methods', async () => {
    await seed('--orders', '100');
    for (const script of [await guideCommands(), RUN_TOUR, await firstCalls()]) await run(script);
    await seed('--seed', '2', '--orders', '20');
    for (const script of [RUN_TOUR, await guideCommands()]) await run(script);
  });
});
