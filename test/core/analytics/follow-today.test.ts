import { expect } from 'chai';
import sinon from 'sinon';
import { makeFollowToday } from '#core/analytics/use-cases/follow-today.ts';
import { NOON } from '../../support/builders/builders.ts';
import { reportDeps } from '../../support/builders/counted-figures.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('the totals of today', () => {
  it('are read once for all subscribers who ask for the same ones within half a second', async () => {
    const deps = reportDeps(await openMemoryStorage());
    const reads = sinon.spy(deps.queries, 'signUps');
    let now = NOON.getTime();
    const followToday = makeFollowToday({
      ...deps,
      systemClock: { isSystemTime: true, now: () => new Date(now) },
    });
    const nextOf = async (timezone: string) => (await followToday({ timezone })).next();
    await Promise.all([nextOf('UTC'), nextOf('UTC'), nextOf('UTC')]);
    expect(reads.callCount).to.equal(1);
    await nextOf('Europe/Berlin');
    expect(reads.callCount).to.equal(2);
    now += 499;
    await nextOf('UTC');
    expect(reads.callCount).to.equal(2);
    now += 1;
    await nextOf('UTC');
    expect(reads.callCount).to.equal(3);
  });
});
