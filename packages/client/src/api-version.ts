/** The version of the API that the types of this package describe. */
export const API_VERSION = '2026-11-20';
