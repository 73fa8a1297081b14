import { redirectsRoutes } from '#adapters/http/redirects/routes.ts';
import { redirectEvents } from '#adapters/http/redirects/schemas.ts';
import {
  makeCreateRedirect,
  makeDeleteRedirect,
  makeUpdateRedirect,
} from '#core/redirects/use-cases/redirect-use-cases.ts';
import { type Binding, constant, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, ids } = SYSTEM;

/** Redirects from the addresses of a former web site. */
export const redirectsModule: readonly Binding[] = [
  constant(HTTP.eventSchemas, redirectEvents),
  provide(HTTP.routes, { queries: STORAGE.redirectQueries, cursors: HTTP.cursors, clock, ids }, (deps) =>
    redirectsRoutes({
      ...deps,
      createRedirect: makeCreateRedirect(deps),
      updateRedirect: makeUpdateRedirect(deps),
      deleteRedirect: makeDeleteRedirect(deps),
    }),
  ),
];
