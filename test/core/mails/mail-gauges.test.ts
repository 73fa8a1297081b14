import { expect } from 'chai';
import { mailGauges } from '#core/mails/mail-gauges.ts';
import { clockAtNoon, NOON } from '../../support/builders.ts';
import { openMemoryStorage } from '../../support/memory-storage.ts';

describe('mailGauges', () => {
  it('report the pending mails and the age of the oldest', async () => {
    const { mailQueue, unitOfWork } = await openMemoryStorage();
    const clock = clockAtNoon();
    const { read } = mailGauges({ mailQueue, clock });
    expect(await read()).to.deep.equal({ mails_pending: 0, mails_oldest_seconds: 0 });
    const request = { purpose: 'password_reset', emailKey: 'a@example.com', userId: null } as const;
    await unitOfWork.run((tx) => tx.mailRequests.add(request, NOON));
    clock.advance(2.5);
    expect(await read()).to.deep.equal({ mails_pending: 1, mails_oldest_seconds: 2.5 });
  });
});
