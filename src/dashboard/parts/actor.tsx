import { valueLabel } from '../text/text.ts';
import { Name } from './name.tsx';

type Props = Readonly<{ kind: string; userId?: string | null; credentialId?: string | null }>;

/** Who did something: the user, and the API key by which. */
export const Actor = ({ kind, userId, credentialId }: Props) => (
  <>
    <span class="muted">{valueLabel(kind)}</span> {kind === 'api_key' && credentialId && <Name id={credentialId} />}{' '}
    {userId && <Name id={userId} />}
  </>
);
