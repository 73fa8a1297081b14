import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

export type DocsFiles = Readonly<Record<string, { body: Buffer; type: string; etag: string }>>;

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
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
});
`;

/** Swagger UI with the OpenAPI document, by path. */
export const loadDocs = async (): Promise<DocsFiles> => {
  const packageFile = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  const load = (name: string): Promise<Buffer> => readFile(path.join(path.dirname(packageFile), name));
  return {
    '/docs': file(Buffer.from(PAGE), 'text/html'),
    '/docs/start.js': file(Buffer.from(START), 'text/javascript'),
    '/docs/swagger-ui.css': file(await load('swagger-ui.css'), 'text/css'),
    '/docs/swagger-ui-bundle.js': file(await load('swagger-ui-bundle.js'), 'text/javascript'),
  };
};

const file = (body: Buffer, type: string): DocsFiles[string] => ({
  body,
  type,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
});
