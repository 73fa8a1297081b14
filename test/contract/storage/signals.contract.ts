import { expect } from 'chai';
import { productCreated } from '#core/catalog/records.ts';
import { Actor } from '#core/shared/actor.ts';
import { assignAllPositions } from '../../support/builders/assign-positions.ts';
import { aProduct } from '../../support/builders/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { type OpenStorage, useStorage } from './storage-under-test.ts';

export const signalsContract = (name: string, open: OpenStorage): void => {
  describe(`Signals on ${name}`, () => {
    const storage = useStorage(open);

    it('notify every subscriber of events with positions', async () => {
      const counts = [0, 0];
      for (const index of counts.keys()) {
        storage().signals.subscribe('events', () => {
          counts[index] = (counts[index] ?? 0) + 1;
        });
      }
      await storage().unitOfWork.run((tx) => tx.events.append(Actor.system, productCreated(aProduct())));
      await assignAllPositions(storage().eventFeed);
      await eventually('both were told', async () => counts.every((times) => times > 0));
      expect(counts[0]).to.equal(counts[1]);
    });
  });
};
