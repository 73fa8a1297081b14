import { openApiDocument } from '#adapters/http/openapi/openapi.ts';
import { loadedOnce } from '#core/shared/once.ts';
import { buildContainer } from './container.ts';
import { parseConfig } from './parse-config.ts';
import { HTTP } from './tokens/http.ts';
import { STORAGE } from './tokens/storage.ts';

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** The OpenAPI document with the operations of every setting, as a service sends it. It is made once. */
export const wholeDocument = loadedOnce(async (): Promise<object> => {
  const config = parseConfig({ STORAGE: 'memory', TEST_CLOCK: 'true' });
  const context = { log: SILENT, isStopping: () => false, publicUrl: () => '' };
  const container = await buildContainer(config, context);
  const [routes, schemas] = await Promise.all([
    container.getAllAsync(HTTP.routes),
    container.getAllAsync(HTTP.eventSchemas),
  ]);
  const document = await openApiDocument(routes.flat(), schemas, config.apiVersions);
  await container.get(STORAGE.close)();
  return JSON.parse(JSON.stringify(document));
});
