import { createDatabase } from './postgres.ts';
import { startApp, type TestApp } from './start-app.ts';

export type Storage = 'memory' | 'postgres';

type Service = Readonly<{ app: () => TestApp; storage: Storage /** Empty on memory. */; databaseUrl: () => string }>;

/** Declares the same tests for a service on each storage; one service serves all tests of a topic. */
export const onEachStorage = (topic: string, define: (service: Service) => void, settings?: Settings): void => {
  for (const storage of ['memory', 'postgres'] as const) onStorage(storage, topic, define, settings);
};

type Settings = Readonly<Record<string, string>>;

export const onStorage = (
  storage: Storage,
  topic: string,
  define: (service: Service) => void,
  settings: Settings = {},
): void => {
  describe(`${topic} on ${storage}`, () => {
    let app: TestApp | undefined;
    let databaseUrl = '';

    before(async () => {
      if (storage === 'postgres') databaseUrl = await createDatabase();
      app = await startApp(storage === 'postgres' ? { ...settings, DATABASE_URL: databaseUrl } : settings);
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
