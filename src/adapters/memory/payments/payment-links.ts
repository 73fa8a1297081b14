import {
  type PaymentLink,
  type PaymentLinkId,
  paymentLinkList,
  storedPaymentLinkView,
} from '#core/payments/links/payment-link.ts';
import type { PaymentLinkQueries, PaymentLinkRepository } from '#core/payments/links/ports.ts';
import { Found } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';
import { resourceRepository } from '../store/resources.ts';

export const makePaymentLinkRepository = (links: TableChanges<PaymentLinkId, PaymentLink>): PaymentLinkRepository => {
  const { get, find, add, save } = resourceRepository<PaymentLink>(links, 'payment link');
  return { get, find, lockForShare: find, add, save };
};

export const makePaymentLinkQueries = (links: MemoryTable<PaymentLinkId, PaymentLink>): PaymentLinkQueries => ({
  find: async (id) => Found.of(storedPaymentLinkView, links.get(id)),
  list: async (query) => listPage(paymentLinkList, links.values().map(storedPaymentLinkView), query),
});
