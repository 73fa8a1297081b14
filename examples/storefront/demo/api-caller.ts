/** Creates a resource of the API, or changes one. @returns what the page's set-up reads of it. */
export type ApiCaller = (
  path: string,
  body: object,
  method?: 'POST' | 'PATCH',
) => Promise<Readonly<Record<'id' | 'url' | 'key' | 'token', string>>>;

/** Sends JSON, or a file by its own type, with a secret key or a session. Fails with the response. */
export const makeApiCaller =
  (apiUrl: string, token?: string): ApiCaller =>
  async (path, body, method = 'POST') => {
    const isFile = body instanceof Blob;
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        'Content-Type': isFile ? body.type : 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: isFile ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Awaited<ReturnType<ApiCaller>>;
  };
