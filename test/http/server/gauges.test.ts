import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { makeMetrics } from '#adapters/http/server/metrics.ts';
import { withoutRepeatedOutages } from '#adapters/system/outage-log.ts';
import { unavailable } from '#core/shared/domain-error.ts';
import { describeGauges, type Gauges, type GaugeValue } from '#core/shared/gauge.ts';
import { aLog } from '../../support/log.ts';

type Values = Readonly<{ pears: number; apples: readonly GaugeValue[] }>;

const VALUES: Values = {
  pears: 7,
  apples: ['red', 'green'].map((colour, index) => ({ labels: { colour }, value: index })),
};

const SHOWN = ['pears 7', 'apples{colour="red"} 0', 'apples{colour="green"} 1'];

const fruit = (read: () => Promise<Values>): Gauges<'pears' | 'apples'> =>
  describeGauges({
    gauges: { pears: { help: 'Pears.' }, apples: { help: 'Apples by colour.', labelNames: ['colour'] } },
    read,
  });

describe('gauges', () => {
  let timers: SinonFakeTimers;

  beforeEach(() => {
    timers = useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'],
      shouldClearNativeTimers: true,
    });
  });
  afterEach(() => timers.restore());

  const metricsWith = (read: () => Promise<Values>) => {
    const { log, lines } = aLog();
    const metrics = makeMetrics({ log: withoutRepeatedOutages(log, () => performance.now()) });
    metrics.addGauges(fruit(read));
    const scrape = async (): Promise<string[]> =>
      (await metrics.read()).text.split('\n').filter((line) => /^(pears|apples|process_start_time_seconds)/.test(line));
    const shown = async (): Promise<string[]> => (await scrape()).filter((line) => !line.startsWith('process'));
    return { scrape, shown, lines };
  };

  it('are read when the metrics are, and once for all gauges and scrapes of a second', async () => {
    let reads = 0;
    const { shown } = metricsWith(async () => {
      reads += 1;
      return { ...VALUES, pears: reads };
    });
    const both = await Promise.all([shown(), shown()]);
    for (const each of [...both, await shown()]) expect(each).to.deep.equal(['pears 1', ...SHOWN.slice(1)]);
    await timers.tickAsync(1_000);
    expect(await shown()).to.include('pears 2');
    expect(reads).to.equal(2);
  });

  it('show only what the last read returned', async () => {
    let values = VALUES;
    const { shown } = metricsWith(async () => values);
    expect(await shown()).to.deep.equal(SHOWN);
    values = { pears: 0, apples: VALUES.apples.slice(1) };
    await timers.tickAsync(1_000);
    expect(await shown()).to.deep.equal(['pears 0', 'apples{colour="green"} 1']);
  });

  it('are left out while they cannot be read, with one line in the log', async () => {
    let isAway = true;
    const { scrape, shown, lines } = metricsWith(async () => {
      if (isAway) throw unavailable('The storage is not available.', new Error('connect ECONNREFUSED'));
      return VALUES;
    });
    for (let count = 0; count < 3; count += 1) {
      expect((await scrape()).map((line) => line.split(' ')[0])).to.deep.equal(['process_start_time_seconds']);
      await timers.tickAsync(1_000);
    }
    expect(lines.map(({ fields }) => fields)).to.deep.equal([{ reason: 'connect ECONNREFUSED' }]);
    isAway = false;
    expect(await shown()).to.deep.equal(SHOWN);
  });

  it('are left out while their read hangs, which is not repeated meanwhile', async () => {
    const { promise: hangs, resolve } = Promise.withResolvers<Values>();
    let reads = 0;
    const { shown, lines } = metricsWith(() => {
      reads += 1;
      return hangs;
    });
    const first = shown();
    await timers.tickAsync(2_000);
    expect(await first).to.deep.equal([]);
    await timers.tickAsync(60_000);
    expect(await shown()).to.deep.equal([]);
    expect(reads).to.equal(1);
    expect(lines.map(({ fields }) => fields)).to.deep.equal([{ reason: 'no response within 2000 ms' }]);
    resolve(VALUES);
    await timers.tickAsync(1);
    expect(await shown()).to.deep.equal(SHOWN);
  });
});
