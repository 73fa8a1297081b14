import { sql } from 'kysely';
import type { Discount, DiscountId } from '#core/pricing/discount.ts';
import type { DiscountRepository } from '#core/pricing/ports.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { DiscountRow, toDiscount, toDiscountRow } from '../tables/discounts.ts';
import {
  ASSIGN_USER,
  CLAIM,
  CLAIM_UNLIMITED,
  COUNT_USES,
  ERASE_CUSTOMER,
  EXCLUDE_CLAIMS,
  LIST_USED,
  LOCK_CUSTOMER,
  RELEASE,
  REMOVE_USES,
  remainingUses,
  SHARE_CLAIMED,
  SHARE_RELEASED,
} from './discount-use-statements.ts';
import { ruleRepository, ruleStatements } from './rule-repository.ts';

const STATEMENTS = ruleStatements(DiscountRow, {
  lockKey: 7_263_541_913,
  computed: ($) => ({ remaining: remainingUses($) }),
});

const FIND_BY_CODE = prepare<{ code: string }>()(($) =>
  db.selectFrom('discounts').select(columnNames(DiscountRow)).where('code', '=', $('code')),
);

const COUNT_AUTOMATIC = prepare()(() =>
  db
    .selectFrom('discounts')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('active', '=', sql.lit(true))
    .where('code', 'is', null),
);

export const makeDiscountRepository = (
  session: TransactionSession,
  noteChange: (id: string) => void,
): DiscountRepository => {
  const rules = ruleRepository<Discount, typeof DiscountRow>(STATEMENTS, {
    session,
    name: 'discount',
    toRow: toDiscountRow,
    toRule: toDiscount,
    noteChange,
  });
  return {
    ...rules,

    async get(id: DiscountId) {
      session.send(EXCLUDE_CLAIMS({ id }));
      return rules.get(id);
    },

    async remove(id: DiscountId) {
      await rules.remove(id);
      session.send(REMOVE_USES({ id }));
    },

    async findByCode(code) {
      const [row] = await session.query(FIND_BY_CODE({ code }));
      return row && toDiscount(row);
    },

    async countAutomatic() {
      const [row] = await session.query(COUNT_AUTOMATIC({}));
      return row?.count ?? 0;
    },

    async countUses(id) {
      const [row] = await session.query(COUNT_USES({ id }));
      return row?.count ?? 0;
    },

    async claim(uses, by) {
      if (uses.length === 0) return [];
      const ids = uses.map(({ discountId }) => discountId);
      if (uses.some(({ maxUsesPerCustomer }) => maxUsesPerCustomer !== null)) session.send(LOCK_CUSTOMER(by));
      session.send(SHARE_CLAIMED({ ids }));
      const uncounted = uses.filter(({ maxUsesPerCustomer }) => maxUsesPerCustomer === null);
      const recorded =
        uncounted.length === 0
          ? []
          : await session.query(CLAIM_UNLIMITED({ ids: uncounted.map(({ discountId }) => discountId), ...by }));
      const rest = uses.filter(({ discountId }) => !recorded.some(({ id }) => id === discountId));
      if (rest.length === 0) return [];
      const limits = rest.map(({ maxUsesPerCustomer }) => maxUsesPerCustomer);
      const refused = await session.query(CLAIM({ ids: rest.map(({ discountId }) => discountId), limits, ...by }));
      return refused.map(({ id, reason }) => ({ discountId: id, reason }));
    },

    async listUsed(usedBy) {
      return (await session.query(LIST_USED({ usedBy }))).map((row) => row.discount_id);
    },

    async release(usedBy, kept = []) {
      session.send(SHARE_RELEASED({ usedBy }));
      session.send(RELEASE({ usedBy, kept }));
    },

    async assignUser(usedBy, userId) {
      session.send(ASSIGN_USER({ usedBy, userId }));
    },

    async eraseCustomer({ userId, emailKey = null }) {
      session.send(ERASE_CUSTOMER({ userId, emailKey }));
    },
  };
};
