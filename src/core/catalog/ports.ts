import type { AuditTx } from '#core/audit/ports.ts';
import type { EventsTx } from '#core/shared/domain-event.ts';
import type { RulesTx } from '#core/shop/ports.ts';
import type { CategoryRepository } from './category-repository.ts';
import type { ProductRepository } from './product-repository.ts';

/** The part of a transaction that the catalogue's use cases need. */
export type CatalogTx = Readonly<{ products: ProductRepository; categories: CategoryRepository }> &
  RulesTx &
  EventsTx &
  AuditTx;
