import { createDatabase } from './postgres.ts';
import { type StartOptions, startApp, type TestApp } from './start-app.ts';

export type Storage = 'memory' | 'postgres';

type Service = Readonly<{ app: () => TestApp; storage: Storage /** Empty on memory. */; databaseUrl: () => string }>;

/**
 * Where services of tests store what they do by default. The contract suites prove that both storages are equal, so one
 * run needs one of them; `TEST_STORAGE=memory` chooses the other.
 */
export const STORAGE: Storage = process.env['TEST_STORAGE'] === 'memory' ? 'memory' : 'postgres';

/** Settings for an empty storage of the default kind. */
export const emptyStorage = async (): Promise<Settings> =>
  STORAGE === 'memory' ? {} : { DATABASE_URL: await createDatabase() };

/** Declares tests of a service on the default storage; one service serves all tests of a topic. */
export const onService = (
  topic: string,
  define: (service: Service) => void,
  settings?: Settings,
  options?: StartOptions,
): void => onStorage(STORAGE, topic, define, settings, options);

type Settings = Readonly<Record<string, string>>;

export const onStorage = (
  storage: Storage,
  topic: string,
  define: (service: Service) => void,
  settings: Settings = {},
  options: StartOptions = {},
): void => {
  describe(`${topic} on ${storage}`, () => {
    let app: TestApp | undefined;
    let databaseUrl = '';

    before(async () => {
      if (storage === 'postgres') databaseUrl = await createDatabase();
      app = await startApp(storage === 'postgres' ? { ...settings, DATABASE_URL: databaseUrl } : settings, options);
    });
    after(() => app?.stop());

    define({
      storage,
      databaseUrl: () => databaseUrl,
      app: () => {
        if (app === undefined) throw new Error('The service runs during tests alone.');
        return app;
      },
    });
  });
};
