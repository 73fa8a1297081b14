import { blocksOf } from './document-commands.ts';

const IMPORT = /^import \{ (.+) \} from '(.+)';\n/gm;

/**
 * The blocks of TypeScript of guides as one module, with one import of each module. The environment has `URL`, `PASSWORD`,
 * and in `MAILS` what responds with mailed tokens.
 */
export const guideProgram = (guides: readonly string[]): string => {
  const code = guides.flatMap((guide) => blocksOf(guide, 'ts')).join('\n');
  const statements = code
    .replaceAll(IMPORT, '')
    .replace(/^const url = .*$/m, "const url = process.env['URL'] ?? '';")
    .replace(/^const password = .*$/m, "const password = process.env['PASSWORD'] ?? '';")
    .replaceAll(/^const (mailed\w*) = .*$/gm, (_, name) => `const ${name} = ${MAILED_TOKEN};`);
  return `${importsOf(code)}\n\n${statements}`;
};

const MAILED_TOKEN = `await (await fetch(\`\${process.env['MAILS']}?to=\${email}\`)).text()`;

const importsOf = (code: string): string => {
  const imports = [...code.matchAll(IMPORT)].flatMap(([, names = '', from = '']) =>
    names.split(', ').map((name) => ({ name, from })),
  );
  return [...Map.groupBy(imports, ({ from }) => from)]
    .map(([from, own]) => `import { ${[...new Set(own.map(({ name }) => name))].join(', ')} } from '${from}';`)
    .join('\n');
};

/** The commands of a guide that the same in TypeScript does not follow at once. */
export const commandsWithoutProgram = (guide: string): readonly string[] =>
  [...guide.matchAll(/^```sh\n(.*?)^```$(\n+```ts$)?/gms)].flatMap(([, code = '', next]) =>
    next === undefined ? [code] : [],
  );
