import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { Lease, type LeaseRequest } from '#core/shared/lease.ts';
import { newResource, nextVersion, type Resource } from '#core/shared/resource.ts';
import type { ImageCounts } from './image-fetch.ts';
import type { ImportError } from './import-error.ts';
import type { ImportFile, RememberedChoices } from './import-file.ts';
import type { ImportResource } from './import-resource.ts';
import { addWarnings, type WarningCount } from './warnings.ts';

export type { ImportError };

export type ImportId = Id<'imp'>;

export const IMPORT_FORMATS = ['csv', 'ndjson', 'xml'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What follows an invalid row: the end of the import, or the next row. */
export const ON_ERROR = ['stop', 'continue'] as const;
export type OnError = (typeof ON_ERROR)[number];

/**
 * `running`; `completed`: every row was read; `stopped`: at an invalid row; `failed`: where the file cannot be read any
 * further; `interrupted`: the upload ended early, or its process did; `cancelled`: by request.
 */
export const IMPORT_STATUSES = ['running', 'completed', 'stopped', 'failed', 'interrupted', 'cancelled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** How many rows an import, or a part of it, created, changed, left unchanged and rejected. */
export type ImportCounts = Readonly<{ created: number; updated: number; unchanged: number; failed: number }>;

/** Under which name an account repeats an import. */
export type ImportName = Readonly<{ account: string; key: string }>;

/** A run over the rows of a file, each of which creates or changes a resource. */
export type Import = Resource<'imp'> &
  ImportCounts &
  Readonly<{
    name: ImportName | null;
    resource: ImportResource;
    status: ImportStatus;
    format: ImportFormat;
    onError: OnError;
    /** How many rows are committed. A repetition continues after them. */
    rows: number;
    /** The digest of these rows, by which a repetition is known to be of the same file. */
    digest: string;
    /** The first errors of the rows that were rejected. */
    errors: readonly ImportError[];
    /** What stopped the import or made it fail; its row is not among `rows`. */
    lastError: ImportError | null;
    /** What was changed or left out of the rows that were read. */
    warnings: readonly WarningCount[];
    /** The images that are fetched after it. */
    images: ImageCounts;
    /** How the file was read; null for one without columns. */
    file: ImportFile | null;
    /** Null if it tells nothing. */
    remembered: RememberedChoices | null;
    /** The process that runs it. */
    lease: Lease | null;
  }>;

/** How many errors an import lists. */
export const MAX_IMPORT_ERRORS = 1_000;

const NO_IMAGES: ImageCounts = { pending: 0, stored: 0, failed: 0 };

export const NO_COUNTS: ImportCounts = { created: 0, updated: 0, unchanged: 0, failed: 0 };

type Start = Readonly<{
  id: ImportId;
  name: ImportName | null;
  resource: ImportResource;
  format: ImportFormat;
  onError: OnError;
  digest: string;
  file: ImportFile | null;
  remembered: RememberedChoices | null;
  lease: LeaseRequest;
}>;

/** What a batch of rows came to. */
type BatchResult = ImportCounts &
  Readonly<{
    rows: number;
    digest: string;
    errors: readonly ImportError[];
    warnings: readonly ImportError[];
    /** How many images are to be fetched. */
    images: number;
    /** The row at which the import stops. */
    lastError: ImportError | null;
    /** A feed may have further columns in each row. */
    file: ImportFile | null;
  }>;

type EndStatus = Exclude<ImportStatus, 'running'>;

export const Import = {
  start: ({ lease, ...fields }: Start): Import => ({
    ...newResource(fields.id, lease.at),
    ...NO_COUNTS,
    ...fields,
    status: 'running',
    rows: 0,
    errors: [],
    warnings: [],
    images: NO_IMAGES,
    lastError: null,
    lease: leaseOf(lease),
  }),

  /** Whether it has nothing left to do: a repetition returns it as it is. */
  isFinished: ({ status }: Import): boolean => status === 'completed' || status === 'cancelled',

  /** Whether another process runs it. */
  isLeasedToOther: ({ lease }: Import, request: LeaseRequest): boolean => !Lease.mayClaim(lease, request),

  /** Continues an import that has ended early. */
  resume: (current: Import, { lease, onError }: Pick<Start, 'lease' | 'onError'>): Import =>
    nextVersion(current, { status: 'running', onError, lastError: null, lease: leaseOf(lease) }, lease.at),

  /** Whether an owner still runs it: it was not cancelled, and no other has claimed it. */
  isRunBy: ({ status, lease }: Import, owner: string): boolean => status === 'running' && Lease.isHeldBy(lease, owner),

  /** Adds a batch and renews the lease. */
  advance: (current: Import, batch: BatchResult, lease: LeaseRequest): Import =>
    nextVersion(
      current,
      {
        ...addCounts(current, batch),
        rows: current.rows + batch.rows,
        digest: batch.digest,
        errors: [...current.errors, ...batch.errors].slice(0, MAX_IMPORT_ERRORS),
        warnings: addWarnings(current.warnings, batch.warnings),
        images: { ...current.images, pending: current.images.pending + batch.images },
        file: batch.file,
        lease: leaseOf(lease),
        ...(batch.lastError === null ? {} : { status: 'stopped', lastError: batch.lastError, lease: null }),
      },
      lease.at,
    ),

  /** Counts images that were fetched, or failed. */
  endImages: (
    current: Import,
    ended: Omit<ImageCounts, 'pending'>,
    warnings: readonly ImportError[],
    at: Date,
  ): Import => {
    const { pending, stored, failed } = current.images;
    const images = {
      pending: Math.max(pending - ended.stored - ended.failed, 0),
      stored: stored + ended.stored,
      failed: failed + ended.failed,
    };
    return nextVersion(current, { images, warnings: addWarnings(current.warnings, warnings) }, at);
  },

  end: (current: Import, status: EndStatus, at: Date, lastError: ImportError | null = null): Import =>
    nextVersion(current, { status, lastError, lease: null }, at),

  /** @throws DomainError `invalid_state` for an import that has nothing left to do. */
  cancel: (current: Import, at: Date): Import => {
    if (Import.isFinished(current)) throw invalidState(`The import is ${current.status}.`, current.status);
    return Import.end(current, 'cancelled', at, current.lastError);
  },
};

const addCounts = (a: ImportCounts, b: ImportCounts): ImportCounts => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
  unchanged: a.unchanged + b.unchanged,
  failed: a.failed + b.failed,
});

const leaseOf = ({ owner, until }: LeaseRequest): Lease => ({ owner, until });
