import type { Caller } from './authenticate.ts';

/** The state of a request in the middleware. */
export type RequestState = {
  requestId: string;
  /** The path without the query, possible secrets and personal data, for logs and errors. */
  redactedPath: string;
  caller: Caller;
  /** The route's path, for metrics and log. */
  route: string;
};
