// Imported before a program: writes the addresses of the modules that it has loaded, once it ends, to MODULES_FILE.
import { writeFileSync } from 'node:fs';
import module from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { MODULES_FILE } = process.env;

if (isMainThread && MODULES_FILE !== undefined) {
  const loaded = new Set<string>();
  module.registerHooks({
    load(url, context, next) {
      loaded.add(url);
      return next(url, context);
    },
  });
  process.on('exit', () => {
    // Node's own modules that few programs need, such as its fetch
    const { moduleLoadList } = process as unknown as { moduleLoadList: readonly string[] };
    writeFileSync(MODULES_FILE, JSON.stringify([...loaded, ...moduleLoadList]));
  });
}
