import { ListenError } from './listen-error.ts';

type Api = Readonly<{ apiUrl: string; apiKey: string }>;

/** A registered endpoint, until it is removed. */
export type Registration = Readonly<{
  id: string;
  secret: string;
  /** @throws ListenError if it cannot be removed. */
  remove(): Promise<void>;
}>;

type ApiResponse = Readonly<{ status: number; json: Record<string, unknown> }>;

const TIMEOUT_MS = 10_000;

const ask = async ({ apiUrl, apiKey }: Api, method: string, path: string, body?: object): Promise<ApiResponse> => {
  const authorization = `Bearer ${apiKey}`;
  const json = { headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const sent = body === undefined ? { headers: { authorization } } : json;
  try {
    const response = await fetch(`${apiUrl}${path}`, { method, ...sent, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    return { status: response.status, json: text === '' ? {} : JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) throw new ListenError(`The server at ${apiUrl} is not this service.`);
    throw new ListenError(`The service does not respond at ${apiUrl}: start it, or set API_URL to its address.`);
  }
};

const adviceOn = ({ status, json }: ApiResponse): string => {
  if (status === 401) return '\nSet API_KEY to a valid key of this service.';
  if (status === 403) return '\nSet API_KEY to a key with the scope webhooks:write.';
  const errors = Array.isArray(json['errors']) ? (json['errors'] as { pointer?: string }[]) : [];
  const isAboutUrl = status === 422 && errors.some(({ pointer }) => pointer === '/url');
  return isAboutUrl
    ? '\nThe listener has a private address: start the service with WEBHOOK_ALLOW_PRIVATE=true, in development only.'
    : '';
};

const refusal = (what: string, answer: ApiResponse): ListenError => {
  const { detail = '', title = '' } = answer.json;
  return new ListenError(`The service ${what}: ${answer.status} ${String(detail || title)}${adviceOn(answer)}`);
};

/**
 * Registers a URL as a webhook.
 * @throws ListenError that explains what to do.
 */
export const register = async (
  api: Api,
  { url, events }: Readonly<{ url: string; events: readonly string[] }>,
): Promise<Registration> => {
  const description = 'npm run webhooks:listen';
  const answer = await ask(api, 'POST', '/api/webhooks', { url, events, description });
  if (answer.status !== 201) throw refusal('does not register the listener', answer);
  const { id, secret } = answer.json;
  if (typeof id !== 'string' || typeof secret !== 'string') {
    throw new ListenError(`The server at ${api.apiUrl} is not this service.`);
  }
  return {
    id,
    secret,
    async remove() {
      const path = `/api/webhooks/${encodeURIComponent(id)}`;
      const removal = await ask(api, 'DELETE', path);
      // the endpoint may have been removed by others
      if (removal.status !== 204 && removal.status !== 404) throw refusal(`does not remove ${id}`, removal);
    },
  };
};
