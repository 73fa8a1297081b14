import type { Caller } from './authenticate.ts';

/** What is known of a request on its way through the middleware. */
export type RequestState = {
  requestId: string;
  /** The path, without the query, and without what may be a secret or a person: it stands in logs and errors. */
  instance: string;
  caller: Caller;
  /** The route's path, for the metrics and the log. */
  route: string;
};
