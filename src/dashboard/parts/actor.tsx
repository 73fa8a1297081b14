import { valueLabel } from '../text/text.ts';
import { Name } from './name.tsx';

type Props = Readonly<{ kind: string; userId?: string | null; credentialId?: string | null }>;

/** Users who did it themselves, so that their names say enough. */
const IN_PERSON: ReadonlySet<string> = new Set(['user', 'session']);

/** Who did something: the user by name, and the API key by which. */
export const Actor = ({ kind, userId, credentialId }: Props) => (
  <>
    {!(userId && IN_PERSON.has(kind)) && <span class="muted">{valueLabel(kind)}</span>}{' '}
    {kind === 'api_key' && credentialId && <Name id={credentialId} />} {userId && <Name id={userId} />}
  </>
);
