import type { RedirectFields } from '#core/redirects/redirect.ts';
import { pathKeyOf, redirectPath } from '#core/redirects/redirect-address.ts';
import { makeCreateRedirect, makeUpdateRedirect } from '#core/redirects/use-cases/redirect-use-cases.ts';
import { invalid } from '#core/shared/domain-error.ts';
import { rowTarget } from '../import-target.ts';

/** The path names the redirect. */
export const redirectTarget = rowTarget<RedirectFields>(async (tx, deps, { fields }) => {
  const path = redirectPath(fields.path);
  if (typeof path !== 'string') throw invalid([path]);
  const before = await tx.redirects.findByPath(pathKeyOf(path));
  if (before === undefined) {
    await makeCreateRedirect(deps)(deps.actor, fields)(tx);
    return { outcome: 'created' };
  }
  const { id, version } = before;
  const patch = { target: fields.target };
  const after = await makeUpdateRedirect(deps)(deps.actor, { id, patch, expected: undefined })(tx);
  return { outcome: after.version === version ? 'unchanged' : 'updated' };
});
