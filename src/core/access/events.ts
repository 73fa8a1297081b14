import type { DomainEvent } from '#core/shared/domain-event.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyView } from './api-key-view.ts';

/** The key expires within days. */
export const apiKeyExpiring = (key: ApiKey, at: Date): DomainEvent => ({
  type: 'api_key.expiring',
  resourceId: key.id,
  resourceVersion: key.version,
  data: apiKeyView(key),
  previous: {},
  occurredAt: at,
});
