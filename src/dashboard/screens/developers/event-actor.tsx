import type { Schemas } from '../../api/request.ts';
import { Actor } from '../../parts/actor.tsx';

/** Who caused an event. */
export const EventActor = ({ actor }: Pick<Schemas['Event'], 'actor'>) =>
  actor && <Actor kind={actor.type} userId={actor.type === 'user' ? actor.id : null} credentialId={actor.id} />;
