import { ListenError } from './listen-error.ts';

type Api = Readonly<{ apiUrl: string; apiKey: string }>;

/** A registered webhook endpoint. */
export type Registration = Readonly<{
  id: string;
  secret: string;
  /** @throws ListenError if it cannot be removed. */
  remove(): Promise<void>;
}>;

type ApiResponse = Readonly<{ status: number; json: Record<string, unknown> }>;

const TIMEOUT_MS = 10_000;

const request = async ({ apiUrl, apiKey }: Api, method: string, path: string, body?: object): Promise<ApiResponse> => {
  const authorization = `Bearer ${apiKey}`;
  const json = { headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const requestInit = body === undefined ? { headers: { authorization } } : json;
  try {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      ...requestInit,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
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

const refusal = (what: string, response: ApiResponse): ListenError => {
  const { detail = '', title = '' } = response.json;
  return new ListenError(`The service ${what}: ${response.status} ${String(detail || title)}${adviceOn(response)}`);
};

/**
 * Registers a URL as a webhook endpoint of the service.
 * @throws ListenError that says what to change.
 */
export const register = async (
  api: Api,
  { url, events }: Readonly<{ url: string; events: readonly string[] }>,
): Promise<Registration> => {
  const description = 'npm run webhooks:listen';
  const response = await request(api, 'POST', '/api/webhooks', { url, events, description });
  if (response.status !== 201) throw refusal('does not register the listener', response);
  const { id, secret } = response.json;
  if (typeof id !== 'string' || typeof secret !== 'string') {
    throw new ListenError(`The server at ${api.apiUrl} is not this service.`);
  }
  return {
    id,
    secret,
    async remove() {
      const path = `/api/webhooks/${encodeURIComponent(id)}`;
      const removal = await request(api, 'DELETE', path);
      // 404: it has been removed already
      if (removal.status !== 204 && removal.status !== 404) throw refusal(`does not remove ${id}`, removal);
    },
  };
};
