import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorPages } from '../pages/error-pages.ts';
import { guidePages } from '../pages/guide-pages.ts';
import { NAVIGATION, STYLE, STYLE_PATH, type StaticFiles } from '../pages/page.ts';
import { type StaticFile, staticFile } from '../responses/static-file.ts';

/** The pages load only our own files and contain no inline script. */
export const DOCS_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Commerce API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<body>
<div class="swagger-ui"><div class="wrapper"><p>${NAVIGATION}</p></div></div>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

// the token stays in the tab: it is in no other tab, and gone with this one
const START = `const TOKEN = 'commerce-token';
const restore = () => {
  const token = sessionStorage.getItem(TOKEN);
  if (token !== null) ui.preauthorizeApiKey('bearer', token);
};
const ui = window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  docExpansion: 'none',
  filter: true,
  onComplete: restore,
  requestInterceptor: (request) => {
    const [, token] = /^Bearer (.+)$/.exec(request.headers.Authorization ?? '') ?? [];
    if (token !== undefined) sessionStorage.setItem(TOKEN, token);
    return request;
  },
});
`;

/** Swagger UI with the OpenAPI document, the start page, the guides, and the pages about errors. */
export const docsPages = (): StaticFiles => ({
  '/docs': () => staticFile(PAGE, 'text/html'),
  '/docs/start.js': () => staticFile(START, 'text/javascript'),
  '/docs/swagger-ui.css': () => swaggerFile('swagger-ui.css', 'text/css'),
  '/docs/swagger-ui-bundle.js': () => swaggerFile('swagger-ui-bundle.js', 'text/javascript'),
  [STYLE_PATH]: () => STYLE,
  ...errorPages(),
  ...guidePages(),
});

const swaggerFile = async (name: string, type: string): Promise<StaticFile> => {
  const packageFile = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  return staticFile(await readFile(path.join(path.dirname(packageFile), name)), type);
};
