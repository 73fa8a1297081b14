import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { statusOf } from './other-address.ts';

const PAUSE_MS = 100;

// a thread of its own, which the attack does not slow down
let [slowest, isDone] = [0, false];
parentPort?.once('message', () => {
  isDone = true;
});
while (!isDone) {
  const begin = performance.now();
  const isLive = (await statusOf(`${workerData}/health/live`)) === 200;
  slowest = Math.max(slowest, isLive ? performance.now() - begin : Number.POSITIVE_INFINITY);
  await sleep(PAUSE_MS);
}
parentPort?.postMessage(slowest);
