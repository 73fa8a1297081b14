import type { CallOptions, ParseAs } from './operations.ts';

/** A call whose types its caller has checked. */
export type UncheckedInit = CallOptions &
  Readonly<{
    path?: Record<string, unknown>;
    query?: Record<string, unknown>;
    header?: Record<string, unknown>;
    body?: unknown;
    /** The media type of a body that is not JSON. */
    type?: string;
    parseAs?: ParseAs;
  }>;

export type UncheckedCall = (path: string, init?: UncheckedInit) => Promise<unknown>;
