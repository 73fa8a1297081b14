import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Measured } from './limit.ts';
import type { Running } from './processes.ts';

const MAX_GROWTH_MB = 300;
const MAX_HEALTH_MS = 1_000;
const SAMPLE_MS = 100;

/** The resident memory of a process in MB, on Linux. */
export const residentMemory = async (pid: number): Promise<number> => {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
};

/**
 * Runs a load, and measures the growth of memory since the process was idle, in MB, and the slowest response of
 * `/health/live` until it has ended.
 */
export const underLoad = async (
  name: string,
  { url, pid, idle }: Running & Readonly<{ idle: number }>,
  load: () => Promise<unknown>,
): Promise<Measured[]> => {
  let [peak, isDone] = [idle, false];
  const watchMemory = async (): Promise<void> => {
    while (!isDone) {
      peak = Math.max(peak, await residentMemory(pid));
      await sleep(SAMPLE_MS);
    }
  };
  const watching = watchMemory();
  const pinging = new Worker(new URL('./ping-health.ts', import.meta.url), { workerData: url });
  await load().finally(() => {
    isDone = true;
  });
  pinging.postMessage('end');
  const [slowest] = (await once(pinging, 'message')) as [number];
  await watching;
  return [
    { name: `${name}: memory above idle`, value: peak - idle, limit: MAX_GROWTH_MB, unit: 'MB' },
    { name: `${name}: slowest /health/live`, value: slowest, limit: MAX_HEALTH_MS, unit: 'ms' },
  ];
};
