import { expect } from 'chai';
import { productCreated } from '#core/catalog/events.ts';
import { assignAllPositions } from '../support/assign-positions.ts';
import { aProduct } from '../support/builders.ts';
import { eventually } from '../support/eventually.ts';
import { type OpenStorage, useStorage } from './storage-under-test.ts';

export const signalsContract = (name: string, open: OpenStorage): void => {
  describe(`Signals on ${name}`, () => {
    const storage = useStorage(open);

    it('notify every subscriber of events with positions', async () => {
      const told = [0, 0];
      for (const place of told.keys()) {
        storage().signals.subscribe('events', () => {
          told[place] = (told[place] ?? 0) + 1;
        });
      }
      await storage().unitOfWork.run((tx) => tx.events.append(productCreated(aProduct())));
      await assignAllPositions(storage().eventFeed);
      await eventually('both were told', async () => told.every((times) => times > 0));
      expect(told[0]).to.equal(told[1]);
    });
  });
};
