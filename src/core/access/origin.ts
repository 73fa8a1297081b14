// Why: docs/decisions/0023-confirmed-changes.md

import type { Id } from '#core/shared/id.ts';
import type { ApiKeyId } from './api-key.ts';

/** What is behind something that keeps an access, and with which it ends. */
export type Origin = Readonly<{
  /** The session that made it, itself or through a key; null if no session is behind it. */
  session: Id<'ses'> | null;
  /** The key that made it; null for a session or the operator. */
  key: ApiKeyId | null;
}>;
