import type { Entry } from '#core/analytics/entry.ts';
import type { Generation, SubjectId } from '#core/analytics/ports.ts';
import type { Rollup } from '#core/analytics/rollup.ts';
import type { EarlierPurchases, Purchase, SoldLabel } from '#core/analytics/sale.ts';
import { MemoryTable } from '../store/memory-table.ts';

/** The entries of a subject in a generation. */
export type EntriesRow = Readonly<{ generation: number; subject: SubjectId; entries: readonly Entry[] }>;

/** A purchase in a generation. */
export type PurchaseRow = Purchase & EarlierPurchases & Readonly<{ generation: number }>;

export type RollupRow = Rollup & Readonly<{ generation: number }>;

/** The tables of the figures. */
export class AnalyticsStore {
  readonly generations = new MemoryTable<number, Generation>();
  /** By generation and subject. */
  readonly entries = new MemoryTable<string, EntriesRow>();
  /** By everything but the values. */
  readonly rollups = new MemoryTable<string, RollupRow>();
  /** By generation and order. */
  readonly purchases = new MemoryTable<string, PurchaseRow>();
  /** By dimension and key. */
  readonly labels = new MemoryTable<string, SoldLabel>();
}
