import { ID_SUFFIX } from '#core/shared/id.ts';

/** A word of ours, or an id; a path may hold anything else too, such as a key or an e-mail in the wrong place. */
const HARMLESS = new RegExp(`^(?:[a-z_.-]{0,40}|[a-z]{2,4}_${ID_SUFFIX})$`);

/** A path as it may stand in a log: what is neither a word nor an id is left out. */
export const redactPath = (path: string): string =>
  path
    .slice(0, 500)
    .split('/')
    .map((segment) => (HARMLESS.test(segment) ? segment : '*'))
    .join('/');
