import type { Caller } from './identify.ts';

/** What is known of a request on its way through the middleware. */
export type RequestState = {
  requestId: string;
  /** The path, without the query: that may hold what belongs in no log. */
  instance: string;
  caller: Caller;
  /** The route's path, for the metrics and the log. */
  route: string;
};
