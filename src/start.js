// plain JavaScript, so that a Node that is too old can say so
import module from 'node:module';

const NEEDED = [24, 7];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `This needs Node ${NEEDED.join('.')} or later and runs on ${process.versions.node}: ` +
      'start it with `npm start` after an `npm ci` without `--omit=optional`, which brings a Node of its own.\n',
  );
  process.exit(1);
}
// compiled code is kept, so that the next start is faster
module.enableCompileCache();
await import('./main.ts');
