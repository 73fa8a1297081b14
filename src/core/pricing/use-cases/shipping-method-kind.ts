import { shippingMethodAuditEntry } from '../audit-entries.ts';
import { MAX_SHIPPING_METHODS, ShippingMethod, type ShippingMethodFields } from '../shipping-method.ts';
import { shippingMethodView } from '../shipping-method-view.ts';
import { type RuleKind, requireSpace } from './rule-kind.ts';

export const shippingMethodKind: RuleKind<ShippingMethod, ShippingMethodFields> = {
  prefix: 'shm',
  create: ShippingMethod.create,
  change: ShippingMethod.change,
  fieldsOf: ShippingMethod.fieldsOf,
  view: shippingMethodView,
  auditEntry: shippingMethodAuditEntry,
  repository: (tx) => tx.shippingMethods,
  requireFits: async (tx, _method, before) => {
    if (before === undefined) {
      requireSpace(await tx.shippingMethods.count(), MAX_SHIPPING_METHODS, 'shipping methods');
    }
  },
};
