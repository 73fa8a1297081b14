/** A reason to invalidate cached data. */
export type Change =
  /** The resource with this id changed. */
  | Readonly<{ kind: 'changed'; id: string }>
  /** Changes may be missed from now on. */
  | Readonly<{ kind: 'disconnected' }>
  /** Changes are reported again. */
  | Readonly<{ kind: 'connected' }>;

/** Reports changes of this process before the commit returns, and changes of other processes within a second. */
export interface Changes {
  subscribe(listener: (change: Change) => void): void;
}
