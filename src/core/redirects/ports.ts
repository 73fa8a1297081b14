import type { AuditTx } from '#core/audit/ports.ts';
import type { EventsTx } from '#core/shared/domain-event.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Redirect, RedirectId, RedirectView, redirectList } from './redirect.ts';

/** Writes redirects. */
export interface RedirectRepository {
  /** Locks the redirect until the transaction ends. @throws DomainError `not_found`. */
  get(id: RedirectId): Promise<Redirect>;
  /** The redirect from the path with a key (`pathKeyOf`), locked until the transaction ends. */
  findByPath(pathKey: string): Promise<Redirect | undefined>;
  /**
   * The redirects that a visitor is sent to one after the other from the target of this one, which may be new: at most
   * `MAX_FOLLOWED`, and not itself.
   */
  listFollowing(redirect: Redirect): Promise<readonly Redirect[]>;
  /** @throws DomainError `already_exists` for the path of another redirect. */
  add(redirect: Redirect): Promise<void>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored one is the previous; else as `add` does. */
  save(redirect: Redirect): Promise<void>;
  /** @throws DomainError `not_found`. */
  remove(id: RedirectId): Promise<void>;
}

/** The part of a transaction that the use cases of redirects need. */
export type RedirectsTx = Readonly<{ redirects: RedirectRepository }> & EventsTx & AuditTx;

/** Reads of redirects. Each result includes every commit before the call. */
export interface RedirectQueries {
  find(id: RedirectId): Promise<Found<RedirectView> | undefined>;
  list(query: ListQuery<typeof redirectList>): Promise<Page<RedirectView>>;
}
