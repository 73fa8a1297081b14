import { expect } from 'chai';
import { mailGauges } from '#core/mails/mail-gauges.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('mailGauges', () => {
  it('report the pending mails and the age of the oldest', async () => {
    const { mailQueue, unitOfWork } = await openMemoryStorage();
    let now = new Date();
    const systemClock = { isSystemTime: true, now: () => now } as const;
    const { read } = mailGauges({ mailQueue, systemClock });
    expect(await read()).to.deep.equal({ mails_pending: 0, mails_oldest_seconds: 0 });
    const request = { purpose: 'password_reset', emailKey: 'a@example.com', userId: null, client: null } as const;
    await unitOfWork.run((tx) => tx.mailRequests.add(request));
    now = new Date(now.getTime() + 100_000);
    const { mails_pending, mails_oldest_seconds } = await read();
    expect(mails_pending).to.equal(1);
    expect(mails_oldest_seconds).to.be.closeTo(100, 10);
  });
});
