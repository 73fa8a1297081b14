import { Discount, type DiscountId } from '#core/pricing/discount.ts';
import type { DiscountRepository, DiscountUse, RefusedUse } from '#core/pricing/ports.ts';
import { alreadyExists } from '#core/shared/domain-error.ts';
import type { DiscountUseRow, StoreChanges } from '../store/memory-store.ts';
import { type Customer, customerOf, isOfCustomer } from './customer.ts';
import { ruleRepository } from './rule-repositories.ts';

export const makeDiscountRepository = (
  { discounts, discountUses: uses, users }: StoreChanges,
  noteChange: (id: string) => void,
): DiscountRepository => {
  const rules = ruleRepository(discounts, 'discount', noteChange);
  const usesOf = (id: DiscountId) =>
    uses
      .values()
      .flat()
      .filter(({ discountId }) => discountId === id);
  const changeUses = (change: (used: readonly DiscountUseRow[]) => readonly DiscountUseRow[]): void => {
    for (const [usedBy, used] of uses.entries()) uses.set(usedBy, change(used));
  };
  return {
    ...rules,

    async add(discount) {
      requireFreeCode(discounts, discount);
      await rules.add(discount);
    },

    async save(discount) {
      requireFreeCode(discounts, discount);
      await rules.save(discount);
    },

    async remove(id) {
      await rules.remove(id);
      changeUses((used) => used.filter(({ discountId }) => discountId !== id));
    },

    findByCode: async (code) => discounts.find((discount) => discount.code === code),

    countAutomatic: async () => discounts.filter(Discount.isAppliedToAll).length,

    countUses: async (id) => usesOf(id).length,

    async claim(wanted, { usedBy, customerKey }) {
      const customer = customerOf(users, customerKey);
      const refused = wanted.flatMap((use) => {
        const reason = refusalOf(use, {
          discount: discounts.get(use.discountId),
          used: usesOf(use.discountId),
          customer,
        });
        return reason === undefined ? [] : [{ discountId: use.discountId, reason }];
      });
      uses.set(usedBy, [...(uses.get(usedBy) ?? []), ...wanted.map(({ discountId }) => ({ discountId, ...customer }))]);
      return refused.sort((a, b) => (a.discountId < b.discountId ? -1 : 1));
    },

    listUsed: async (usedBy) => (uses.get(usedBy) ?? []).map(({ discountId }) => discountId).toSorted(),

    async release(usedBy, kept = []) {
      const left = (uses.get(usedBy) ?? []).filter(({ discountId }) => kept.includes(discountId));
      if (left.length === 0) uses.delete(usedBy);
      else uses.set(usedBy, left);
    },

    async assignUser(usedBy, userId) {
      for (const id of usedBy)
        uses.set(
          id,
          (uses.get(id) ?? []).map((use) => ({ ...use, userId })),
        );
    },

    async eraseCustomer({ userId: erased, emailKey = null }) {
      const erase = (use: DiscountUseRow): DiscountUseRow =>
        isOfCustomer(use, { userId: erased, emailKey })
          ? { ...use, userId: use.userId === erased ? null : use.userId, emailKey: null }
          : use;
      changeUses((used) => used.map(erase));
    },
  };
};

const requireFreeCode = (discounts: StoreChanges['discounts'], { id, code }: Discount): void => {
  if (code !== null && discounts.values().some((other) => other.id !== id && other.code === code)) {
    throw alreadyExists('code', 'is already used by another discount');
  }
};

type Usage = Readonly<{ discount: Discount | undefined; used: readonly DiscountUseRow[]; customer: Customer }>;

export const refusalOf = (
  { maxUsesPerCustomer }: DiscountUse,
  { discount, used, customer }: Usage,
): RefusedUse['reason'] | undefined => {
  if (discount === undefined) return 'used_up';
  if (discount.maxUses !== null && used.length >= discount.maxUses) return 'used_up';
  if (maxUsesPerCustomer === null) return undefined;
  const own = used.filter((use) => isOfCustomer(use, customer)).length;
  const isUnknown = customer.userId === null && customer.emailKey === null;
  return isUnknown || own >= maxUsesPerCustomer ? 'used_up_by_customer' : undefined;
};
