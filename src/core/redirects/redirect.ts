import { errorsOf } from '#core/shared/amount-field.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { createdFilters, describeList, idsFilter, newestFirst } from '#core/shared/list.ts';
import { newResource, nextVersion, type Resource, type ResourceView, versionView } from '#core/shared/resource.ts';
import { pathKeyOf, redirectPath, redirectTarget, targetKeyOf } from './redirect-address.ts';

export type RedirectId = Id<'rdr'>;

/** From an address of a former web site to another one. */
export type Redirect = Resource<'rdr'> &
  Readonly<{
    /** As it was written, without the host. */
    path: string;
    /** What the path is compared by, unique. */
    pathKey: string;
    /** Percent-encoded. */
    target: string;
    /** The key of the path to which the target leads on the same site; null for a URL. */
    targetKey: string | null;
  }>;

export type RedirectFields = Readonly<{ path: string; target: string }>;

/** The most redirects that are followed from one to the next. */
export const MAX_FOLLOWED = 5;

export const Redirect = {
  /** @throws DomainError `validation_failed` with every error of the fields. */
  create: (id: RedirectId, fields: RedirectFields, at: Date): Redirect => ({
    ...newResource(id, at),
    ...addressesOf(fields),
  }),

  /** @throws as `create` does. */
  change: (redirect: Redirect, { path = redirect.path, target = redirect.target }: Partial<RedirectFields>, at: Date) =>
    nextVersion(redirect, addressesOf({ path, target }), at),

  /** @throws DomainError `validation_failed` if the redirect, or one of those that follow it, leads to its own path. */
  requireEnd: (redirect: Redirect, following: readonly Redirect[]): void => {
    if (!following.some(({ targetKey }) => targetKey === redirect.pathKey)) return;
    const paths = following.map(({ path }) => path).join(', ');
    throw invalid([{ ...LOOP, message: `must not lead back to the path, as it does through ${paths}` }]);
  },

  /** Where a visitor arrives in the end. */
  locationOf: (redirect: Redirect, following: readonly Redirect[]): string => (following.at(-1) ?? redirect).target,
};

const LOOP = { path: ['target'], code: 'any.invalid' };

const addressesOf = (fields: RedirectFields): Omit<Redirect, keyof Resource> => {
  const [path, target] = [redirectPath(fields.path), redirectTarget(fields.target)];
  if (typeof path !== 'string' || typeof target !== 'string') throw invalid(errorsOf([path, target]));
  const [pathKey, targetKey] = [pathKeyOf(path), targetKeyOf(target)];
  if (pathKey === targetKey) throw invalid([{ ...LOOP, message: 'must not lead to the path itself' }]);
  return { path, pathKey, target, targetKey };
};

/** A redirect as its events show it. */
export type RedirectEventView = ResourceView<Redirect, 'redirect'> & RedirectFields;

/** A redirect as the API shows it. */
export type RedirectView = RedirectEventView &
  Readonly<{
    /** The target, or where the redirects that follow lead to. */
    location: string;
  }>;

export const redirectEventView = ({ id, path, target, ...rest }: Redirect): RedirectEventView => ({
  id,
  object: 'redirect',
  path,
  target,
  ...versionView(rest),
});

export const redirectView = (redirect: Redirect, location: string): RedirectView => {
  const { id, object, path, target, ...version } = redirectEventView(redirect);
  return { id, object, path, target, location, ...version };
};

/** The greatest length of a path that is looked up: visitors request longer ones than redirects have. */
const MAX_REQUESTED = 8_000;

export const redirectList = describeList<RedirectView>()({
  filters: {
    path: {
      kind: 'equals',
      field: 'path',
      format: { type: 'text', maxLength: MAX_REQUESTED },
      description:
        'The redirect from this path, with its query string; case, slashes at the end and percent-encoding make no ' +
        'difference.',
      example: '/old-page',
    },
    ...idsFilter('Redirects', 'rdr'),
    ...createdFilters('Redirects'),
  },
  ...newestFirst,
});
