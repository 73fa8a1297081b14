import Joi from 'joi';

/** The query of every write. */
export const dryRunQuery = Joi.object<Readonly<{ dry_run?: boolean }>, true>({
  dry_run: Joi.boolean().description(
    'Validates and computes the result, then rolls back. The response has `dry_run`, and in `emits` the types of the ' +
      'events that the request would emit.',
  ),
});

/** The fields that a dry run adds to a response. */
export type DryRunResult = Readonly<{ dry_run?: true; emits?: readonly string[] }>;

export const dryRunFields = {
  dry_run: Joi.boolean().valid(true).description('Only in the response to a dry run.'),
  emits: Joi.array()
    .id('EmittedTypes')
    .items(Joi.string())
    .description('Only in the response to a dry run: the types of the events that the request would emit.'),
};
