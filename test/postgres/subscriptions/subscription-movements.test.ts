import { expect } from 'chai';
import { Money } from '#core/shared/money.ts';
import { noonPlus, USD } from '../../support/builders/builders.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { connectPostgresStorage } from '../../support/servers/postgres-storage.ts';

describe('the table of movements of subscriptions', () => {
  it('rejects changes and removals, and a second movement of a kind by a version', async () => {
    const url = await createDatabase();
    const { unitOfWork, close } = await connectPostgresStorage(url);
    const mrr = Money.ofMinor(1n, USD);
    const movement = { subscriptionId: 'sub_1', version: 1, kind: 'new', amount: mrr, mrr, at: noonPlus(1) } as const;
    await unitOfWork.run((tx) => tx.subscriptionMovements.add([movement]));
    for (const [statement, code] of [
      ['update subscription_movements set amount_minor = 2', '23001'],
      ['delete from subscription_movements', '23001'],
      ['truncate subscription_movements', '23001'],
      ['insert into subscription_movements select * from subscription_movements', '23505'],
    ] as const) {
      const error = await runSql(url, statement).catch((reason: unknown) => reason);
      expect(error, statement).to.include({ code });
    }
    expect(await unitOfWork.run((tx) => tx.subscriptionMovements.listOf(['sub_1']))).to.deep.equal([movement]);
    await close();
  });
});
