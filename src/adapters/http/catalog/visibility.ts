import { Scope } from '#core/access/scope.ts';
import type { Visibility } from '#core/catalog/ports.ts';
import type { Actor } from '#core/shared/actor.ts';

export const visibilityOf = ({ scopes }: Actor): Visibility =>
  Scope.covers(scopes, 'products:read') ? 'full' : 'public';
