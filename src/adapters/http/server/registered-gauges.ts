import { Gauge, type Registry } from 'prom-client';
import { unavailable } from '#core/shared/domain-error.ts';
import type { Gauges, GaugeValue } from '#core/shared/gauge.ts';
import type { Log } from '#core/shared/log.ts';

/** The minimum interval between two reads. */
const READ_INTERVAL_MS = 1_000;

/** Scrapers wait ten seconds by default; gauges that take longer than this are left out. */
const READ_TIMEOUT_MS = 2_000;

/** Registers gauges that are read whenever the metrics are. A gauge that cannot be read has no value. */
export const registerGauges = (registry: Registry, { gauges, read }: Gauges, log: Log): void => {
  const readShared = shareReads(read, (err) => {
    log.warn({ err, gauges: Object.keys(gauges) }, 'gauges could not be read and are left out of the metrics');
  });
  for (const [name, { help, labelNames = [] }] of Object.entries(gauges)) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect: async () => setValues(gauge, (await readShared())?.[name], labelNames.length > 0),
    });
  }
};

const setValues = (gauge: Gauge, values: number | readonly GaugeValue[] | undefined, hasLabels: boolean): void => {
  gauge.reset();
  if (values === undefined) {
    // after a reset, a gauge without labels is 0
    if (!hasLabels) gauge.remove();
    return;
  }
  if (typeof values === 'number') gauge.set(values);
  else for (const { labels, value } of values) gauge.set(labels, value);
};

/** Runs one read at a time, for all gauges and scrapes of an interval. @returns undefined if it fails or takes too long. */
const shareReads = <T>(read: () => Promise<T>, onError: (error: unknown) => void): (() => Promise<T | undefined>) => {
  let latest: Promise<T | undefined> = Promise.resolve(undefined);
  let startedAt = Number.NEGATIVE_INFINITY;
  let isRunning = false;

  const begin = async (): Promise<T | undefined> => {
    isRunning = true;
    startedAt = performance.now();
    const result = read().finally(() => {
      isRunning = false;
    });
    try {
      return await inTime(result);
    } catch (error) {
      onError(error);
      return undefined;
    }
  };

  return () => {
    if (!isRunning && performance.now() - startedAt >= READ_INTERVAL_MS) latest = begin();
    return latest;
  };
};

const inTime = async <T>(result: Promise<T>): Promise<T> => {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(unavailable('The storage is not available.', new Error(`no response within ${READ_TIMEOUT_MS} ms`)));
  }, READ_TIMEOUT_MS);
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
};
