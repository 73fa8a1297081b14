/** A page as a visitor without scripts gets it. */
type Visited = Readonly<{ status: number; headers: Headers; html: string; path: string }>;

type Cookie = Readonly<{ name: string; value: string; path: string; attributes: string }>;

const cookieOf = (line: string): Cookie => {
  const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/s.exec(line) ?? [];
  const [, path = '/'] = /; Path=([^;]+)/.exec(attributes) ?? [];
  return { name, value, path, attributes };
};

/** A browser without scripts: it has cookies, and follows redirects within the site after a form. */
export const makeVisitor = (site: string) => {
  const cookies = new Map<string, Cookie>();
  const pages: string[] = [];
  const request = async (path: string, form?: URLSearchParams): Promise<Visited> => {
    const sent = [...cookies.values()].filter((cookie) => path.startsWith(cookie.path));
    const headers = { Origin: site, Cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; ') };
    const body = form === undefined ? {} : { method: 'POST', body: form };
    const response = await fetch(site + path, { headers, redirect: 'manual', ...body });
    for (const cookie of response.headers.getSetCookie().map(cookieOf)) {
      cookies.set(`${cookie.name} ${cookie.path}`, cookie);
    }
    const html = await response.text();
    pages.push(html);
    return { status: response.status, headers: response.headers, html, path };
  };
  const visit = async (path: string, form?: URLSearchParams): Promise<Visited> => {
    const page = await request(path, form);
    return page.status === 303 ? visit(page.headers.get('Location') ?? '') : page;
  };
  return {
    request,
    visit,
    /** All cookies that it has got, the last of each name and path. */
    cookies: (): readonly Cookie[] => [...cookies.values()],
    /** The HTML of all that it has seen. */
    pages: (): readonly string[] => pages,
  };
};
