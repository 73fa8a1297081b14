import type { Log } from '#core/shared/log.ts';

/**
 * What `createPublisher` of a module named in `EVENT_PUBLISHERS` gets, so that the module need not import the service. It
 * returns an `EventPublisher` or a promise of it.
 */
export type PublisherContext = Readonly<{
  /** The environment's settings. */
  settings: Readonly<Record<string, string | undefined>>;
  /** The service's public URL, the source of CloudEvents. */
  publicUrl: () => string;
  log: Log;
}>;

const NAME = /^[a-z][a-z0-9_-]{0,39}$/;

/** The reasons why a value is no event publisher; empty if it is one. */
export const publisherErrors = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return ['it is not an object'];
  const { name, types, publish, close } = value as Readonly<Record<string, unknown>>;
  return [
    ...(typeof name === 'string' && NAME.test(name)
      ? []
      : ['name must be 1 to 40 of a-z, 0-9, _ and -, a letter first']),
    ...(typeof publish === 'function' ? [] : ['publish must be a function']),
    ...(types === undefined || typeof types === 'function' ? [] : ['types must be a function, or missing']),
    ...(close === undefined || typeof close === 'function' ? [] : ['close must be a function, or missing']),
  ];
};
