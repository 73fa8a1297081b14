import { type AttemptOptions, attempt } from './attempt.ts';
import { apiErrorOf, ConnectionError } from './errors.ts';
import type { ParseAs } from './operations.ts';
import { pause } from './pause.ts';
import { retryOf, type Tries } from './retry-policy.ts';

export type SendOptions = AttemptOptions &
  Readonly<{
    maxRetries: number;
    onResponse: ((response: Response) => void) | undefined;
  }>;

/** A network that wants a sign-in responds with a page, and with status 200. */
const isReadable = ({ body, headers }: Response, parseAs: ParseAs): boolean =>
  parseAs !== 'json' || body === null || /\bjson\b/.test(headers.get('Content-Type') ?? '');

/**
 * Sends a request until it has an outcome: again after errors that pass, where that cannot have a second effect.
 * @returns a successful response. @throws ApiError; ConnectionError; the reason of the signal.
 */
export const send = async (request: Request, options: SendOptions): Promise<Response> => {
  const { file, maxRetries, signal, onResponse } = options;
  // a stream can be sent once only
  const isRepeatable = !(file instanceof ReadableStream);
  let tries: Tries = { retries: 0, waitedMs: 0 };
  for (let attempts = 1; ; attempts += 1) {
    // the original stays unread for the next attempt
    const result = await attempt(request.clone(), options);
    if (result instanceof Response) {
      onResponse?.(result);
      if (result.ok && isReadable(result, options.parseAs)) return result;
    }
    const error =
      result instanceof Response ? await apiErrorOf(result, attempts) : new ConnectionError({ ...result, attempts });
    const retry = isRepeatable ? retryOf(error, { request, tries, maxRetries }) : undefined;
    if (retry === undefined) throw error;
    tries = retry.tries;
    await pause(retry.delayMs, signal);
  }
};
