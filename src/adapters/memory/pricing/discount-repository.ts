import { Discount, type DiscountId } from '#core/pricing/discount.ts';
import type { CustomerKey, DiscountRepository, DiscountUse, DiscountUser, RefusedUse } from '#core/pricing/ports.ts';
import { alreadyExists } from '#core/shared/domain-error.ts';
import type { DiscountUseRow } from '../store/memory-store.ts';
import type { TableChanges } from '../store/memory-table.ts';
import { ruleRepository } from './rule-repository.ts';

type Tables = Readonly<{
  discounts: TableChanges<DiscountId, Discount>;
  uses: TableChanges<DiscountUser, readonly DiscountUseRow[]>;
}>;

export const makeDiscountRepository = (
  { discounts, uses }: Tables,
  noteChange: (id: string) => void,
): DiscountRepository => {
  const rules = ruleRepository(discounts, { name: 'discount', noteChange });
  const usesOf = (id: DiscountId) => [...uses.values()].flat().filter(({ discountId }) => discountId === id);
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
      for (const [usedBy, used] of [...uses.entries()]) {
        uses.set(
          usedBy,
          used.filter(({ discountId }) => discountId !== id),
        );
      }
    },

    countAutomatic: async () => [...discounts.values()].filter(Discount.isAppliedToAll).length,

    countUses: async (id) => usesOf(id).length,

    async claim(wanted, { usedBy, customerKey }) {
      const refused = wanted.flatMap((use) => {
        const reason = refusalOf(use, {
          discount: discounts.get(use.discountId),
          used: usesOf(use.discountId),
          customerKey,
        });
        return reason === undefined ? [] : [{ discountId: use.discountId, reason }];
      });
      uses.set(usedBy, [...(uses.get(usedBy) ?? []), ...wanted.map(({ discountId }) => ({ discountId, customerKey }))]);
      return refused.sort((a, b) => (a.discountId < b.discountId ? -1 : 1));
    },

    listUsed: async (usedBy) => (uses.get(usedBy) ?? []).map(({ discountId }) => discountId).toSorted(),

    release: async (usedBy) => void uses.delete(usedBy),

    async eraseCustomer(keys) {
      for (const [usedBy, used] of [...uses.entries()]) {
        const isErased = ({ customerKey }: DiscountUseRow) => customerKey !== null && keys.includes(customerKey);
        if (used.some(isErased)) {
          uses.set(
            usedBy,
            used.map((use) => (isErased(use) ? { ...use, customerKey: null } : use)),
          );
        }
      }
    },
  };
};

const requireFreeCode = (discounts: Tables['discounts'], { id, code }: Discount): void => {
  if (code !== null && [...discounts.values()].some((other) => other.id !== id && other.code === code)) {
    throw alreadyExists('code', 'is already used by another discount');
  }
};

type Usage = Readonly<{ discount: Discount | undefined; used: readonly DiscountUseRow[]; customerKey: CustomerKey }>;

export const refusalOf = (
  { maxUsesPerCustomer }: DiscountUse,
  { discount, used, customerKey }: Usage,
): RefusedUse['reason'] | undefined => {
  if (discount === undefined) return 'used_up';
  if (discount.maxUses !== null && used.length >= discount.maxUses) return 'used_up';
  if (maxUsesPerCustomer === null) return undefined;
  const own = used.filter((use) => use.customerKey === customerKey).length;
  return customerKey === null || own >= maxUsesPerCustomer ? 'used_up_by_customer' : undefined;
};
