import { type ActorView, type Author, actorView } from './actor.ts';
import type { Id } from './id.ts';

/** What each entry of a timeline has, whatever the timeline is about. */
export type Entry<Type extends string> = Readonly<{
  id: Id<'tml'>;
  type: Type;
  actor: Author;
  /** Details in the API's field names. */
  details: Readonly<Record<string, unknown>>;
  at: Date;
}>;

/** An entry as the API shows it; the actor is hidden from buyers. */
export type EntryView<Type extends string> = Readonly<{
  id: Id<'tml'>;
  object: 'timeline_entry';
  type: Type;
  actor: ActorView | null;
  details: object;
  created_at: string;
  updated_at: string;
}>;

/** @param about The id of what the timeline is about. */
export const entryView = <Type extends string, About extends object>(
  { id, type, actor, details, at }: Entry<Type>,
  about: About,
  { withActor = true } = {},
): EntryView<Type> & About => ({
  id,
  object: 'timeline_entry',
  ...about,
  type,
  actor: withActor ? actorView(actor) : null,
  details,
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
});
