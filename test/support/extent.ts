/**
 * Whether this is `npm run test:long`: many cases for each property, and the dashboard by keyboard. An ordinary run has
 * the same tests with fewer cases, and by mouse.
 */
export const IS_LONG = process.env['TEST_EXTENT'] === 'long';
