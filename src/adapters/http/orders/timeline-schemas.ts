import Joi from 'joi';
import type { TimelineEntryView } from '#core/orders/timeline-entry.ts';
import { timelineActor } from '../schemas/actor.ts';
import { type DryRunResult, dryRunFields } from '../schemas/dry-run.ts';
import { idOf, label, pageOf, resourceFields, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';

export const noteInput = objectOf<Readonly<{ text: string }>>({
  text: label(5000).required().description('The text of the note.').example('Called: ring twice.'),
})
  .id('NoteInput')
  .description('A note for the staff.');

export const timelineEntrySchema = objectOf<TimelineEntryView & DryRunResult>({
  ...resourceFields('timeline_entry', 'tml'),
  order_id: idOf('ord').required().description('The order.'),
  type: label(40).required().description('The type of the entry.').example('created'),
  actor: timelineActor('session'),
  details: Joi.object()
    .unknown()
    .required()
    .description('Details, depending on the type.')
    .example({ total: 39.98, currency: 'USD' }),
  created_at: timestamp().required().description('When it happened.'),
  updated_at: timestamp().required().description('The same as `created_at`: entries never change.'),
  ...dryRunFields,
})
  .id('TimelineEntry')
  .description('An entry of an order’s timeline.');

export const timelinePage = pageOf('Timeline', timelineEntrySchema);
