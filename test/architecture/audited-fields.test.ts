import path from 'node:path';
import { describeTypeCases } from '../support/documents/type-cases.ts';

const CORE = path.resolve(import.meta.dirname, '../../src/core');

const IMPORTS = `
import { type AuditedFields, auditOf } from '${CORE}/audit/audited-fields.ts';
import { categoryAuditEntry } from '${CORE}/catalog/records.ts';
import { categoryEventView, type CategoryEventView } from '${CORE}/catalog/category-view.ts';
import type { Category } from '${CORE}/catalog/category.ts';
import { Actor } from '${CORE}/shared/actor.ts';
export const used = { auditOf, categoryAuditEntry, categoryEventView, Actor };
declare const category: Category;
const fields = { slug: 'omitted', name: 'shown', parent_id: 'shown', position: 'personal' } as const;
const { name: _, ...nameless } = fields;
type Grown = CategoryEventView & Readonly<{ colour?: string }>;
const grownView = (one: Category): Grown => categoryEventView(one);
type Erased = Readonly<{ name: null }>;
export type Used = AuditedFields<CategoryEventView, Erased>;
`;

describeTypeCases('the types of audited fields', {
  imports: IMPORTS,
  rejected: [
    { name: 'a field that is not described', code: `auditOf('category', categoryEventView, nameless)` },
    { name: 'a field that the view got later', code: `auditOf('category', grownView, fields)` },
    {
      name: 'a field that the view lacks',
      code: `auditOf('category', categoryEventView, { ...fields, colour: 'shown' })`,
    },
    { name: 'an unknown word', code: `auditOf('category', categoryEventView, { ...fields, slug: 'hidden' })` },
    {
      name: 'a shown field that erasures blank',
      code: `fields satisfies AuditedFields<CategoryEventView, Erased>`,
    },
    {
      name: 'a removal without its time',
      code: `categoryAuditEntry(Actor.system, 'deleted', { before: category, after: null })`,
    },
    {
      name: 'neither before nor after',
      code: `categoryAuditEntry(Actor.system, 'deleted', { before: null, after: null, at: new Date() })`,
    },
  ],
  accepted: [
    { name: 'each field of the view', code: `auditOf('category', categoryEventView, fields)` },
    { name: 'the version', code: `auditOf('category', categoryEventView, { ...fields, version: 'shown' })` },
    {
      name: 'a personal field that erasures blank',
      code: `({ ...fields, name: 'personal' } as const) satisfies AuditedFields<CategoryEventView, Erased>`,
    },
  ],
});
