import { randomUUID } from 'node:crypto';
import { problemOf } from '../responses/problem.ts';
import type { HttpServerOptions } from './http-server.ts';
import { baseHeaders } from './request-log.ts';

/** The problem document for a request that Node's parser rejects before the app sees it. */
export const makeParserProblem =
  (publicUrl: () => string): HttpServerOptions['problem'] =>
  (rejection) => {
    const requestId = randomUUID();
    // the path is unknown: the request was not parsed
    const { body, headers } = problemOf(rejection, {
      redactedPath: '/',
      requestId,
      publicUrl: publicUrl(),
    });
    return {
      body: JSON.stringify(body),
      headers: { ...baseHeaders(publicUrl()), 'X-Request-Id': requestId, ...headers },
    };
  };
