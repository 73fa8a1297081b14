import { ID_SUFFIX } from '#core/shared/id.ts';

/** A word, a version or an id; other segments may be API keys or e-mails that the client sent by mistake. */
const HARMLESS = new RegExp(`^(?:[A-Za-z_.-]{0,40}|v\\d{1,2}|[a-z]{2,4}_${ID_SUFFIX})$`);

/** A path for the log, without segments that are neither words nor ids. */
export const redactPath = (path: string): string =>
  path
    .slice(0, 500)
    .split('/')
    .map((segment) => (HARMLESS.test(segment) ? segment : '*'))
    .join('/');
