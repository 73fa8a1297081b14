import { invalid } from '#core/shared/domain-error.ts';
import type { WebhookTargets } from '../ports.ts';

/** @throws DomainError `validation_failed` for a URL that is not an allowed target. */
export const requireTarget = async (targets: WebhookTargets, url: string): Promise<void> => {
  const message = await targets.errorOf(url);
  if (message !== undefined) throw invalid([{ path: ['url'], code: 'url.forbidden', message }]);
};
