import type { Caller } from '../authorization/authenticate.ts';

/** The state of a request in the middleware. */
export type RequestState = {
  requestId: string;
  /** The origin that clients use. */
  publicUrl: string;
  /** The path without the query, possible secrets and personal data, for logs and errors. */
  redactedPath: string;
  caller: Caller;
  /** The address and the credential that the request's resources are counted for. */
  clients: readonly string[];
  /** Called when the response was sent or its client has left. */
  onClosed?: (() => void)[];
  /** The route's path, for metrics and log. */
  route: string;
};
