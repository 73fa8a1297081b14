import { invalidState } from '#core/shared/domain-error.ts';
import type { WebhookEndpoint } from '../webhook-endpoint.ts';

/** @throws DomainError `invalid_state` for a disabled endpoint. */
export const requireEnabled = ({ enabled }: WebhookEndpoint): void => {
  if (!enabled) throw invalidState('The webhook is disabled: enable it first.', 'disabled');
};
