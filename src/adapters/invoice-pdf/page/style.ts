import type { PrintedDocument } from '#core/invoices/printed-document.ts';
import { type Formats, formatsOf } from './formats.ts';
import { LABELS, type Labels } from './labels.ts';

/** A document with what it is written with. */
export type Printed = Readonly<{ document: PrintedDocument; labels: Labels; formats: Formats }>;

export const printed = (document: PrintedDocument): Printed => ({
  document,
  labels: LABELS[document.language],
  formats: formatsOf(document),
});

export const SMALL = { size: 7.5, weight: 'regular' } as const;
export const NORMAL = { size: 9, weight: 'regular' } as const;
export const BOLD = { size: 9, weight: 'bold' } as const;
export const NAME = { size: 11, weight: 'bold' } as const;
export const TITLE = { size: 20, weight: 'bold' } as const;
