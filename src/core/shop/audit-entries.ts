import { type AuditEntry, changesOf } from '#core/audit/audit-entry.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Shop } from './shop.ts';
import { shopView } from './shop-view.ts';

const FIELDS = {
  shown: [
    'name',
    'legal_name',
    'tax_id',
    'logo_url',
    'time_zone',
    'invoice_prefix',
    'credit_note_prefix',
    'invoice_footer',
    'payment_terms_days',
    'invoice_retention_years',
    'version',
  ],
  // of a sole trader
  personal: ['address', 'email'],
};

export const shopUpdatedBy = (actor: Actor, before: Shop, after: Shop): AuditEntry => ({
  actor,
  action: 'shop.updated',
  resource: { type: 'shop', id: after.id },
  ...changesOf(shopView(before), shopView(after), FIELDS),
  at: after.updatedAt,
});
