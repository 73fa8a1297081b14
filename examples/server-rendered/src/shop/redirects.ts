import type { Client } from 'commerce-client';

/** Leads from a page of the former site to the page that the staff has named; undefined if there is none. */
export const formerPage = async (api: Client, { pathname, search }: URL): Promise<Response | undefined> => {
  // parameters of campaigns are not part of a path, those of some former sites are
  for (const path of new Set([pathname + search, pathname])) {
    const { data } = await api.get('/api/redirects', { query: { path } });
    const [redirect] = data;
    if (redirect !== undefined) return new Response(null, { status: 301, headers: { Location: redirect.location } });
  }
  return undefined;
};
