import Joi from 'joi';
import { Actor } from '#core/shared/actor.ts';
import type { SavedViewsQueries } from '#core/users/ports.ts';
import { MAX_SAVED_VIEWS, type SavedView, type SavedViewsView, savedViewsView } from '#core/users/saved-views.ts';
import type { SaveViews } from '#core/users/use-cases/save-views.ts';
import { respond } from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import { type ApiResponse, type TaggedRoute, tagged } from '../routing/route.ts';
import { idOf, integer, line, text } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

const savedView = objectOf<SavedView>({
  list: required(line(40), 'The list that the page shows.', 'orders'),
  name: required(line(60), 'The name, unique among the views of the list.', 'Unpaid'),
  query: required(text(0, 2000), 'The query of the page’s URL.', 'payment_status=unpaid'),
})
  .id('SavedView')
  .description('A list with its filters and sort.');

const views = (): Joi.ArraySchema =>
  Joi.array()
    .items(savedView)
    .max(MAX_SAVED_VIEWS)
    .unique((one: SavedView | null, other: SavedView | null) => one?.list === other?.list && one?.name === other?.name)
    .required()
    .messages({ 'array.unique': 'must have another name: the list has a view of this name already' })
    .description('At most 100 views, in the order of the user.')
    .example([{ list: 'orders', name: 'Unpaid', query: 'payment_status=unpaid' }]);

const savedViewsInput = objectOf<Readonly<{ views: SavedView[] }>>({ views: views() })
  .id('SavedViewsInput')
  .description('All saved views of a user.');

const savedViewsSchema = objectOf<SavedViewsView>({
  object: required(Joi.string().valid('saved_views'), 'The type of the resource.'),
  user_id: required(idOf('usr'), 'The user.'),
  views: views(),
  version: required(integer(1), 'Increases with every change.', 1),
})
  .id('SavedViews')
  .description('The saved views of a user.');

type Deps = Readonly<{ savedViews: SavedViewsQueries; saveViews: SaveViews }>;

const toResponse = (saved: Parameters<typeof savedViewsView>[0]): ApiResponse => ({
  status: 200,
  body: savedViewsView(saved),
  version: saved.version,
});

export const savedViewRoutes = ({ savedViews, saveViews }: Deps): TaggedRoute[] =>
  tagged('Users', [
    readOperation({
      path: '/api/users/me/views',
      operationId: 'getSavedViews',
      summary: 'Get the saved views',
      description: 'The views of lists that the current user has saved, such as those of a dashboard.',
      access: { kind: 'authenticated' },
      versioned: true,
      responses: { 200: { description: 'The saved views.', schema: savedViewsSchema } },
      read: async ({ actor }) => toResponse(await savedViews.get(Actor.userOf(actor))),
    }),
    writeOperation({
      method: 'put',
      path: '/api/users/me/views',
      operationId: 'replaceSavedViews',
      summary: 'Replace the saved views',
      description: 'Replaces all saved views of the current user.',
      access: { kind: 'authenticated' },
      versioned: true,
      body: savedViewsInput,
      responses: { 200: { description: 'The replaced views.', schema: savedViewsSchema } },
      write: ({ actor, body, expected }) => respond(saveViews(actor, { views: body.views, expected }), toResponse),
    }),
  ]);
