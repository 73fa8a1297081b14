import {
  MAX_FOLLOWED,
  type RedirectEventView,
  type RedirectFields,
  type RedirectView,
} from '#core/redirects/redirect.ts';
import { MAX_ADDRESS } from '#core/redirects/redirect-address.ts';
import { eventOf } from '../schemas/event.ts';
import { pageOf, text } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const fields = {
  path: text(1, MAX_ADDRESS)
    .description(
      'The former path, with its query string if it had one; of a URL, the part behind the host is taken. Unique: case, ' +
        'slashes at the end and percent-encoding make no difference.',
    )
    .example('/pages/about-us.html'),
  target: text(1, MAX_ADDRESS)
    .description(
      'Where it leads to: a path of the same site, or an http or https URL. Characters that a URL cannot contain are ' +
        'percent-encoded.',
    )
    .example('/about'),
};

const shown = { path: fields.path.required(), target: fields.target.required() };

/** The body of POST. */
export const redirectInput = objectOf<RedirectFields>(shown).id('RedirectInput').description('A redirect.');

/** The body of PATCH. */
export const redirectPatch = objectOf<Partial<RedirectFields>>(fields)
  .id('RedirectPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay.');

export const redirectSchema = resourceSchema<RedirectView>('redirect', 'rdr', {
  ...shown,
  location: required(
    text(1, MAX_ADDRESS),
    `What a storefront answers as \`Location\`: the target, or where the redirects that follow lead to; at most ${MAX_FOLLOWED} are followed.`,
    '/about',
  ),
})
  .id('Redirect')
  .description('Where a former address leads to.');

export const redirectPageSchema = pageOf('RedirectList', redirectSchema);

export const redirectEvents = {
  redirect: eventOf(
    resourceSchema<RedirectEventView>('redirect', 'rdr', shown)
      .id('RedirectWithoutLocation')
      .description('A redirect as its events show it.'),
  )
    .id('RedirectEvent')
    .description('An event of a redirect.'),
};
