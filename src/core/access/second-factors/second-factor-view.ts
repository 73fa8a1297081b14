import { type ResourceView, versionView } from '#core/shared/resource.ts';
import type { SecondFactor } from './second-factor.ts';

/** A second factor as the API shows it, without its secret. */
export type SecondFactorView = ResourceView<SecondFactor, 'second_factor'> &
  Readonly<{
    type: SecondFactor['type'];
    name: string;
    status: SecondFactor['status'];
    confirmed_at: string | null;
    last_used_at: string | null;
  }>;

export const secondFactorView = ({
  id,
  type,
  name,
  status,
  confirmedAt,
  lastUsedAt,
  ...rest
}: SecondFactor): SecondFactorView => ({
  id,
  object: 'second_factor',
  type,
  name,
  status,
  confirmed_at: confirmedAt?.toISOString() ?? null,
  last_used_at: lastUsedAt?.toISOString() ?? null,
  ...versionView(rest),
});
