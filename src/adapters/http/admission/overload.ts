import { HttpError } from '../responses/problem.ts';

/** A request that is refused since too much is in progress. Not logged as an error: a flood would fill the log. */
export class Overloaded extends HttpError {
  constructor(what: string) {
    super(503, 'unavailable', `Too many ${what} are in progress: try again in 1 s.`, {
      // closing the connection stops a body that is not read
      headers: { 'Retry-After': '1', ...(what === 'uploads' ? { Connection: 'close' } : {}) },
    });
  }
}

/** The end of a request whose client has left; nobody receives it. */
export const clientGone = (): HttpError => new HttpError(400, 'bad_request', 'The client has disconnected.');
