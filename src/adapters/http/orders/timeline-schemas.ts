import Joi from 'joi';
import type { TimelineEntryView } from '#core/orders/timeline-entry.ts';
import { timelineActor } from '../schemas/actor.ts';
import { type DryRunResult, dryRunFields } from '../schemas/dry-run.ts';
import { idOf, label, pageOf, resourceFields, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

export const noteInput = objectOf<Readonly<{ text: string }>>({
  text: required(label(5000), 'The text of the note.', 'Called: ring twice.'),
})
  .id('NoteInput')
  .description('A note for the staff.');

export const timelineEntrySchema = objectOf<TimelineEntryView & DryRunResult>({
  ...resourceFields('timeline_entry', 'tml'),
  order_id: required(idOf('ord'), 'The order.'),
  type: required(label(40), 'The type of the entry.', 'created'),
  actor: timelineActor('session'),
  details: required(Joi.object().unknown(), 'Details, depending on the type.', { total: 39.98, currency: 'USD' }),
  created_at: required(timestamp(), 'When it happened.'),
  updated_at: required(timestamp(), 'The same as `created_at`: entries never change.'),
  ...dryRunFields,
})
  .id('TimelineEntry')
  .description('An entry of an order’s timeline.');

export const timelinePage = pageOf('Timeline', timelineEntrySchema);
