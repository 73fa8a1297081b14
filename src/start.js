import { enableCompileCache } from 'node:module';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `This needs Node 24 and runs on ${major}.${minor}: run it by npm, which brings its own, after \`npm ci\` without \`--omit=optional\`.\n`,
  );
  process.exit(1);
}
// loading the service again takes half as long
enableCompileCache?.();
await import('./main.ts');
