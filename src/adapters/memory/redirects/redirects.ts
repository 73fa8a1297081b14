import type { RedirectQueries, RedirectRepository } from '#core/redirects/ports.ts';
import { MAX_FOLLOWED, Redirect, type RedirectId, redirectList, redirectView } from '#core/redirects/redirect.ts';
import { requestedKeyOf } from '#core/redirects/redirect-address.ts';
import { alreadyExists } from '#core/shared/domain-error.ts';
import { Found } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import type { MemoryTable, Rows, TableChanges } from '../store/memory-table.ts';
import { resourceRepository } from '../store/resources.ts';

export const makeRedirectRepository = (redirects: TableChanges<RedirectId, Redirect>): RedirectRepository => {
  const { get, add, save, remove } = resourceRepository<Redirect>(redirects, 'redirect');
  const requireFreePath = ({ id, pathKey }: Redirect): void => {
    if (redirects.find((other) => other.id !== id && other.pathKey === pathKey) === undefined) return;
    throw alreadyExists('path', 'is already used by another redirect');
  };
  return {
    get,
    remove,

    findByPath: async (key) => redirects.find(({ pathKey }) => pathKey === key),

    listFollowing: async (redirect) => followingOf(redirect, byPathKey(redirects)),

    async add(redirect) {
      requireFreePath(redirect);
      await add(redirect);
    },

    async save(redirect) {
      requireFreePath(redirect);
      await save(redirect);
    },
  };
};

export const makeRedirectQueries = (redirects: MemoryTable<RedirectId, Redirect>): RedirectQueries => {
  const shown = () => {
    const byKey = byPathKey(redirects);
    return (redirect: Redirect) => redirectView(redirect, Redirect.locationOf(redirect, followingOf(redirect, byKey)));
  };
  return {
    find: async (id) => Found.of(shown(), redirects.get(id)),

    async list({ filter: { path, ...filter }, ...query }) {
      const key = path === undefined ? undefined : requestedKeyOf(path);
      const matching = redirects.filter(({ pathKey }) => path === undefined || pathKey === key);
      return listPage(redirectList, matching.map(shown()), { ...query, filter });
    },
  };
};

type ByPathKey = ReadonlyMap<string, Redirect>;

const byPathKey = (redirects: Rows<RedirectId, Redirect>): ByPathKey =>
  new Map(redirects.values().map((redirect) => [redirect.pathKey, redirect]));

/** The redirects that a visitor is sent to one after the other from the target of this one. */
const followingOf = ({ id, targetKey }: Redirect, byKey: ByPathKey): readonly Redirect[] => {
  const following: Redirect[] = [];
  for (let key = targetKey; key !== null && following.length < MAX_FOLLOWED; ) {
    const next = byKey.get(key);
    if (next === undefined || next.id === id) break;
    following.push(next);
    key = next.targetKey;
  }
  return following;
};
