import { openTracing, TracingError } from '#adapters/tracing/open-tracing.ts';
import type { OpenedTracing } from '#adapters/tracing/otlp-export.ts';
import type { Log } from '#core/shared/log.ts';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/** Opens the traces, if a receiver of them is set. @throws StartError where they cannot be. */
export const openTraces = async (
  { tracesEndpoint: endpoint }: Config,
  log: Log,
): Promise<OpenedTracing | undefined> => {
  if (endpoint === undefined) return undefined;
  return openTracing({ endpoint, log }).catch((error: unknown) => {
    throw error instanceof TracingError ? new StartError(`Traces cannot be exported: ${error.message}.`) : error;
  });
};
