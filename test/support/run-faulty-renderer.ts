// A worker of a pool, for tests: it does what its message says.
import { parentPort, threadId } from 'node:worker_threads';

type Order = Readonly<{ act: 'reply' | 'fail' | 'crash' | 'exit' | 'hang' | 'fill'; crashesOf?: Int32Array }>;

const crashOnce = (crashes: Int32Array): boolean => Atomics.add(crashes, 0, 1) === 0;

parentPort?.on('message', ({ act, crashesOf }: Order) => {
  if (crashesOf !== undefined && !crashOnce(crashesOf)) parentPort?.postMessage({ output: threadId });
  else if (act === 'reply') parentPort?.postMessage({ output: threadId });
  else if (act === 'fail') parentPort?.postMessage({ error: 'no such glyph' });
  else if (act === 'exit') process.exit(3);
  else if (act === 'crash') throw new Error('crashed');
  else if (act === 'hang') for (;;);
  else {
    const all: unknown[] = [];
    for (;;) all.push(Array.from({ length: 1_000 }, () => ({})));
  }
});
