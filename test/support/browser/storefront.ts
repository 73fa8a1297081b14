import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { type Storefront, startStorefront } from '../../../examples/storefront/storefront.ts';
import { type Caller, callerOf } from '../servers/calls.ts';
import { type MailServer, startMailServer } from '../servers/mail-server.ts';
import { hasBrowser, startBrowser, type Visit, visit } from './browser.ts';

/** The storefront, its owner's calls, and visitors in a browser. */
type RunningStorefront = Readonly<{
  shop: Storefront;
  call: Caller;
  /** Receives the shop's mails. */
  mails: MailServer;
  /** A new visitor; what they have on their console fails the test, except for these. */
  visit(expectedLines?: readonly RegExp[]): Promise<Visit>;
}>;

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Tests of the storefront in a browser. */
export const onStorefront = (title: string, tests: (storefront: () => RunningStorefront) => void): void => {
  const name = `the storefront ${title}`;
  // the run's notice names chromium if it is missing
  if (!hasBrowser()) return;
  describe(name, () => {
    let browser: Browser;
    let mails: MailServer;
    let running: RunningStorefront;
    let visits: { visit: Visit; expected: readonly RegExp[] }[] = [];

    before(async () => {
      browser = await startBrowser();
      mails = await startMailServer();
      const shop = await startStorefront({ port: 0, smtpUrl: mails.url, log: quiet });
      const signedIn = await callerOf(shop.apiUrl, null)('/api/auth', { method: 'POST', body: shop.owner });
      running = {
        shop,
        mails,
        call: callerOf(shop.apiUrl, signedIn.json.token),
        async visit(expected = []) {
          const visited = await visit(browser);
          visits.push({ visit: visited, expected });
          return visited;
        },
      };
    });
    after(async () => {
      await running?.shop.stop();
      await mails?.close();
    });
    afterEach(async () => {
      const ended = visits;
      visits = [];
      for (const { visit: visited } of ended) await visited.close();
      for (const { visit: visited, expected } of ended) {
        const unexpected = visited.console.filter((line) => !expected.some((pattern) => pattern.test(line)));
        expect(unexpected, 'console').to.deep.equal([]);
        const [key, session] = [running.shop.publishableKey, /^cps_/];
        const others = [...visited.tokens].filter((token) => token !== key && !session.test(token));
        expect(others, 'credentials of the page').to.deep.equal([]);
      }
    });

    tests(() => running);
  });
};
