import { expect } from 'chai';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { createUser } from '../builders/resources.ts';
import { PASSWORD } from '../builders/secrets.ts';
import { IS_LONG } from '../extent.ts';
import { INPUTS, type Input, type InputMethod } from '../input.ts';
import { OWNER } from '../servers/calls.ts';
import { type MailServer, startMailServer } from '../servers/mail-server.ts';
import { createDatabase } from '../servers/postgres.ts';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { requireAccessible, THEMES, type Theme } from './accessibility.ts';
import { hasBrowser, startBrowser, type Visit, visit } from './browser.ts';

type Credentials = Readonly<{ email: string; password: string }>;

type VisitOptions = Readonly<{
  /** Lines on the console that the test expects, such as of a refused request. */
  expectedLines?: readonly RegExp[];
  /** The user who signs in; that of the run if omitted, nobody for null. */
  user?: Credentials | null;
  /** Whether the user signs in again, for a session that no other visit of the run uses. */
  ownSession?: boolean;
  /** The host in the address of the page, if it is not that of the service. */
  host?: string;
  /** What the context of the browser gets, such as the size of its window. */
  context?: BrowserContextOptions;
}>;

type RunningDashboard = Input &
  Readonly<{
    app: () => TestApp;
    /** With which the service runs, for other programs on its database. */
    settings: () => Readonly<Record<string, string>>;
    /** Fails if axe-core finds something. Pages of a flow are examined in the light theme, and by keyboard in the dark one. */
    expectAccessible(page: Page): Promise<void>;
    /** Who uses the dashboard in this run. */
    user: () => Credentials;
    /** Receives the mails of the service. */
    mails: () => MailServer;
    /** Opens a screen of the dashboard in a browser of its own. */
    open(screen: string, options?: VisitOptions): Promise<Page>;
    /** Stops the service, and starts it again at the same address when the action has run. */
    restart(whileStopped: () => Promise<void>): Promise<void>;
  }>;

/** A request that the API refused is on the console of every browser. */
export const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** Goes to the home screen from another one. @returns once events are followed there. */
export const followHome = async (page: Page): Promise<void> => {
  const followed = page.waitForResponse((response) => response.url().includes('/api/events/stream'));
  await page.getByRole('link', { name: 'Home' }).click();
  await followed;
};

/** Who uses the dashboard, and how. */
type Run = Readonly<{ role: 'owner' | 'staff' | 'analyst'; by: InputMethod }>;

/** Each flow runs by mouse; by keyboard alone in the long tests, but for one of each control (`keyboard.test.ts`). */
const flow = (byMouse: Run['role'], byKeyboard: Run['role'] = byMouse): Run =>
  IS_LONG ? { role: byKeyboard, by: 'keyboard' } : { role: byMouse, by: 'mouse' };

/** What only owners may do. */
export const OWNER_FLOW: Run = flow('owner');

/** What staff may do too. */
export const STAFF_FLOW: Run = flow('staff', 'owner');

type Options = Readonly<{
  settings?: Readonly<Record<string, string>>;
  /** The owner by mouse if omitted. */
  run?: Run;
}>;

/** Tests of the dashboard in a browser, on PostgreSQL. An unexpected line on a console fails the test. */
export const onDashboard = (
  topic: string,
  { settings = {}, run }: Options,
  define: (dashboard: RunningDashboard) => void,
): void => {
  const { role, by } = run ?? { role: 'owner', by: 'mouse' };
  // the run's notice names chromium if it is missing
  if (!hasBrowser() || (IS_LONG && by === 'mouse')) return;
  describe(`the dashboard on PostgreSQL: ${topic}, as ${role} by ${by}`, () => {
    let browser: Browser;
    let mails: MailServer;
    let app: TestApp;
    let runUser: Credentials = OWNER;
    let allSettings: Record<string, string>;
    /** The session that the visits of the run share, so that not each of them signs in. */
    let session: Awaited<ReturnType<BrowserContext['cookies']>> = [];
    let visits: { visit: Visit; expected: readonly RegExp[] }[] = [];

    before(async () => {
      browser = await startBrowser();
      mails = await startMailServer();
      allSettings = {
        DATABASE_URL: await createDatabase(),
        SMTP_URL: mails.url,
        TEST_CLOCK: 'true',
        ...settings,
      };
      app = await startApp(allSettings);
      if (role !== 'owner') runUser = { email: (await createUser(app, { role })).email, password: PASSWORD };
    });
    after(async () => {
      await app?.stop();
      await mails?.close();
    });
    afterEach(async function () {
      const ended = visits;
      visits = [];
      const failure = this.currentTest?.err;
      if (failure !== undefined) {
        const texts = await Promise.all(ended.map(({ visit: { page } }) => page.locator('body').innerText()));
        failure.stack = `${failure.stack}\n[pages]: ${texts.join('\n[page]: ')}`;
      }
      for (const { visit: visited } of ended) await visited.close();
      for (const { visit: visited, expected } of ended) {
        const unexpected = visited.console.filter((line) => !expected.some((pattern) => pattern.test(line)));
        expect(unexpected, 'console').to.deep.equal([]);
        expect([...visited.tokens], 'tokens that a script has sent').to.deep.equal([]);
      }
    });
    const input = INPUTS[by];
    define({
      ...input,
      app: () => app,
      settings: () => allSettings,
      user: () => runUser,
      expectAccessible: (page) => requireAccessible(page, themesOf(run)),
      mails: () => mails,
      async open(screen, { expectedLines = [], user = runUser, ownSession = user !== runUser, host, context } = {}) {
        const visited = await visit(browser, host === undefined ? context : { ...context });
        visits.push({ visit: visited, expected: expectedLines });
        const { page } = visited;
        const address = new URL(`${app.url}/dashboard${screen}`);
        if (host !== undefined) address.hostname = host;
        if (!ownSession) await page.context().addCookies(session);
        await page.goto(address.href);
        if (user === null) return page;
        const frame = page.locator(FRAME);
        await frame.or(page.locator(SIGN_IN)).waitFor({ state: 'attached' });
        if ((await frame.count()) === 0) {
          await signIn(page, user, input);
          if (!ownSession) session = await page.context().cookies();
        }
        return page;
      },
      async restart(whileStopped) {
        const { port } = new URL(app.url);
        await app.stop();
        try {
          await whileStopped();
        } finally {
          app = await startApp({ ...allSettings, PORT: port });
        }
      },
    });
  });
};

const SIGN_IN = '.sign-in button[type="submit"]';

/** What only those who are signed in see. */
const FRAME = '#navigation';

const signIn = async (page: Page, { email, password }: Credentials, { fill, click }: Input): Promise<void> => {
  // names and not labels, which depend on the language of the browser
  await fill(page.locator('input[name="email"]'), email);
  await fill(page.locator('input[name="password"]'), password);
  await click(page.locator(SIGN_IN));
  await page.locator(FRAME).waitFor({ state: 'attached' });
};

const themesOf = (run: Run | undefined): readonly Theme[] => {
  if (run === undefined) return THEMES;
  return run.by === 'mouse' ? ['light'] : ['dark'];
};
