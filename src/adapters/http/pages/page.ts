import { escapeHtml } from '../responses/escape-html.ts';
import { type StaticFile, staticFile } from '../responses/static-file.ts';

/** Files by path, each made for the first request. */
export type StaticFiles = Readonly<Record<string, () => StaticFile | Promise<StaticFile>>>;

/** The address in the documents' commands. */
const EXAMPLE_ADDRESS = 'http://127.0.0.1:3000';

/** A page whose commands have the address of the service. */
export const atAddress = (file: StaticFile, url: string): StaticFile =>
  file.type === 'text/html' && file.body.includes(EXAMPLE_ADDRESS)
    ? staticFile(file.body.toString().replaceAll(EXAMPLE_ADDRESS, escapeHtml(url)), file.type)
    : file;

/** Links to the parts of the documentation. */
export const NAVIGATION =
  '<nav><a href="/">Commerce</a> <a href="/docs">API</a> <a href="/docs/guides">Guides</a> ' +
  '<a href="/docs/errors">Errors</a></nav>';

/** The path of the style sheet of all pages. */
export const STYLE_PATH = '/docs/pages.css';

/** An HTML page. `content` is HTML. */
export const page = (title: string, content: string): StaticFile =>
  staticFile(
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
<body>
${NAVIGATION}
<main>
${content}
</main>
</body>
</html>
`,
    'text/html',
  );

/** The style sheet of all pages. */
export const STYLE = staticFile(
  `:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 54rem; padding: 1rem; font: 1rem/1.6 system-ui, sans-serif; }
nav a { margin-right: 1rem; }
h1, h2, h3 { line-height: 1.25; }
code { font: 0.9em/1.5 ui-monospace, monospace; overflow-wrap: break-word; }
pre { overflow-x: auto; padding: 0.75rem 1rem; border: 1px solid #8886; border-radius: 0.5rem; }
pre code { overflow-wrap: normal; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td code { white-space: nowrap; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
`,
  'text/css',
);
