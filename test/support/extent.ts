/**
 * Whether this is `npm run test:long`: many cases for each property, and the dashboard by keyboard. An ordinary run has
 * the same tests with fewer cases, and by mouse.
 */
export const IS_LONG = process.env['TEST_EXTENT'] === 'long';

/** How many cases an expensive property tries: those of the long tests, or a fifth of them. fast-check prints the seed. */
export const runs = (many: number): number => (IS_LONG ? many : Math.ceil(many / 5));

/** All samples in the long tests, or each fifth of them. */
export const sampled = <T>(all: readonly T[]): readonly T[] =>
  IS_LONG ? all : all.filter((_, index) => index % 5 === 0);
