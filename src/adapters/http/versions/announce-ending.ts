import type { Context } from 'koa';
import type { ApiVersion, ApiVersions, Ending } from './api-versions.ts';

/** The page about versions. */
const VERSIONS_PAGE = '/docs/guides/versions';

/** What a response says of what ends soon. */
export type Announcement = (ctx: Pick<Context, 'set' | 'append'>) => void;

/** Announces the end of a version, of an operation or of a part of it, whichever is first (RFC 9745, RFC 8594). */
export const announcementOf = (
  operationId: string,
  { ending }: ApiVersion,
  { deprecations }: ApiVersions,
): Announcement | undefined => {
  const own = deprecations.filter(({ operations }) => operations.includes(operationId));
  const endings: readonly Ending[] = ending === undefined ? own : [...own, ending];
  const [since, sunset] = [earliest(endings.map((each) => each.since)), earliest(endings.map((each) => each.sunset))];
  if (since === undefined || sunset === undefined) return undefined;
  const headers = { Deprecation: `@${since.getTime() / 1000}`, Sunset: sunset.toUTCString() };
  return (ctx) => {
    ctx.set(headers);
    // a list has a link already
    ctx.append('Link', `<${VERSIONS_PAGE}>; rel="deprecation"; type="text/html"`);
  };
};

const earliest = (days: readonly string[]): Date | undefined => {
  const [first] = [...days].sort();
  return first === undefined ? undefined : new Date(`${first}T00:00:00Z`);
};
