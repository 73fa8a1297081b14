// Why: docs/decisions/0071-versions-of-the-api.md

type Members = Readonly<Record<string, unknown>>;

/** Turns members of one version into those of another. It must not fail, whatever a client has sent. */
export type Translate = (members: Members) => Members;

/** A change of operations between a version and the one before it. */
export type VersionChange = Readonly<{
  /** The ids of the operations. */
  operations: readonly string[];
  /** Turns a query of the older version, before it is validated, into one of the newer. */
  query?: Translate;
  /** Turns a JSON body of the older version, before it is validated, into one of the newer. */
  body?: Translate;
  /** Turns a JSON body of a response, or a message of a stream, of the newer version into one of the older. */
  response?: Translate;
}>;

/** When it was announced that something ends, and when it ends. Days in UTC, such as `2027-11-20`. */
export type Ending = Readonly<{ since: string; sunset: string }>;

export type ApiVersion = Readonly<{
  /** The day of its release, such as `2026-11-20`. */
  name: string;
  /** What is different from the version before it. */
  changes: readonly VersionChange[];
  /** Undefined while the version is not deprecated. */
  ending?: Ending;
}>;

/** An operation, or a part of one, that the next version no longer has. */
export type Deprecation = Ending &
  Readonly<{
    /** The ids of the operations. */
    operations: readonly string[];
    /** What of them: a parameter, or a field of a schema such as `Product.vendor`. Undefined: the operations themselves. */
    part?: string;
  }>;

export type ApiVersions = Readonly<{
  /** The newest first. Requests of the newest are not translated. */
  versions: readonly [ApiVersion, ...ApiVersion[]];
  deprecations: readonly Deprecation[];
}>;

/** The newest version, which is the shape of the code. */
export const API_VERSION = '2026-11-20';

/** All versions that the service has. */
export const API_VERSIONS: ApiVersions = { versions: [{ name: API_VERSION, changes: [] }], deprecations: [] };
