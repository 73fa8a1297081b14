import type { Id } from './id.ts';
import { differingMembers } from './same-value.ts';

/** An aggregate with a version, which starts at 1 and increases with every change. */
export type Resource<P extends string = string> = Readonly<{
  id: Id<P>;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}>;

/** The common fields of a new resource. */
export const newResource = <P extends string>(id: Id<P>, at: Date): Resource<P> => ({
  id,
  version: 1,
  createdAt: at,
  updatedAt: at,
});

/** The next version of a resource, with some changes. */
export const nextVersion = <R extends Resource>(resource: R, changes: Partial<NoInfer<R>>, at: Date): R => ({
  ...resource,
  ...changes,
  version: resource.version + 1,
  updatedAt: at,
});

type VersionView = Readonly<{ version: number; created_at: string; updated_at: string }>;

/** The fields that the view of every resource has. */
export type ResourceView<R extends Resource, Name extends string> = Readonly<{ id: R['id']; object: Name }> &
  VersionView;

/** The version and the times, which end the view of every resource. */
export const versionView = ({ version, createdAt, updatedAt }: Omit<Resource, 'id'>): VersionView => ({
  version,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

/** The names of the fields that differ between two views of a resource, apart from version and time. */
export const changedFields = (before: object, after: object): string[] =>
  differingMembers(before, after).filter((field) => field !== 'version' && field !== 'updated_at');

/** Whether two views of a resource differ in nothing but version and time. */
export const isUnchanged = (before: object, after: object): boolean => changedFields(before, after).length === 0;
