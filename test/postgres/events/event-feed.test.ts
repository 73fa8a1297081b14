import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { productCreated, productUpdated } from '#core/catalog/records.ts';
import type { FeedEvent } from '#core/events/event-feed.ts';
import type { EventView } from '#core/events/event-view.ts';
import { Actor } from '#core/shared/actor.ts';
import { allAfter, assignAllPositions } from '../../support/builders/assign-positions.ts';
import { aProduct, changed } from '../../support/builders/builders.ts';
import { aGate } from '../../support/gate.ts';
import { openPostgresStorageTwice, type PostgresStorage } from '../../support/servers/postgres-storage.ts';

const WRITERS = 8;
const WRITES = 40;

describe('the event feed under concurrent writers', () => {
  let pair: [PostgresStorage, PostgresStorage];
  before(async () => {
    pair = await openPostgresStorageTwice();
  });
  after(async () => {
    for (const storage of pair) await storage.close();
  });

  /** Changes one product repeatedly and creates others, some in long transactions. */
  const write = async (storage: PostgresStorage, shared: string, writer: number): Promise<void> => {
    for (let index = 0; index < WRITES; index += 1) {
      const own = aProduct();
      await storage.unitOfWork.run(async (tx) => {
        await tx.products.add(own);
        const before = await tx.products.get(shared as never);
        const after = changed(before, { description: `${writer} ${index}` });
        if (index % 10 === writer) await sleep(20);
        await tx.products.save(after);
        await tx.events.append(Actor.system, productCreated(own), productUpdated(before, after));
      });
    }
  };

  it('misses nothing, repeats nothing, and keeps the order of each resource', async () => {
    const shared = aProduct();
    await pair[0].unitOfWork.run(async (tx) => {
      await tx.products.add(shared);
      await tx.events.append(Actor.system, productCreated(shared));
    });
    let writing = true;
    const assign = async ({ eventFeed }: PostgresStorage): Promise<void> => {
      while (writing) await eventFeed.assignPositions();
    };
    const seen: FeedEvent[] = [];
    const follow = async ({ eventFeed }: PostgresStorage): Promise<void> => {
      while (writing) seen.push(...(await eventFeed.after(seen.at(-1)?.position ?? 0, { limit: 7 })));
    };
    const others = [...pair.map(assign), follow(pair[1])];
    await Promise.all(
      Array.from({ length: WRITERS }, (_, writer) => write(pair[writer % 2 === 0 ? 0 : 1], shared.id, writer)),
    );
    writing = false;
    await Promise.all(others);
    await assignAllPositions(pair[0].eventFeed);
    seen.push(...(await allAfter(pair[0].eventFeed, seen.at(-1)?.position)));

    expect(seen).to.have.length(1 + 2 * WRITERS * WRITES);
    expect(new Set(seen.map(({ id }) => id)).size).to.equal(seen.length);
    expect(seen.map(({ position }) => position)).to.deep.equal(seen.map((_, index) => index + 1));
    const sequences = seen
      .filter(({ resourceId }) => resourceId === shared.id)
      .map(({ view }) => (JSON.parse(view) as EventView).sequence);
    expect(sequences).to.deep.equal(sequences.map((_, index) => index + 1));
    expect(await allAfter(pair[1].eventFeed)).to.deep.equal(seen);
  });

  it('waits for no open transaction and delivers its events after the commit', async () => {
    const [slow, quick] = [aProduct(), aProduct()];
    const [{ unitOfWork, eventFeed }, other] = pair;
    const before = await eventFeed.end();
    const gate = aGate();
    const written = aGate();
    const late = unitOfWork.run(async (tx) => {
      await tx.events.append(Actor.system, productCreated(slow));
      await tx.events.changedFields(slow.id, 0);
      written.open();
      await gate.opened;
    });
    await written.opened;
    await other.unitOfWork.run((tx) => tx.events.append(Actor.system, productCreated(quick)));
    await assignAllPositions(eventFeed);
    expect((await eventFeed.after(before, { limit: 5 })).map(({ resourceId }) => resourceId)).to.deep.equal([quick.id]);
    gate.open();
    await late;
    await assignAllPositions(eventFeed);
    const events = await eventFeed.after(before, { limit: 5 });
    expect(events.map(({ resourceId }) => resourceId)).to.deep.equal([quick.id, slow.id]);
  });
});
