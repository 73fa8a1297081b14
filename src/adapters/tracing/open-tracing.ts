import type { OpenedTracing, TracingOptions } from './otlp-export.ts';

/** The message names what has to be installed, or the variable that is wrong. */
export class TracingError extends Error {
  override readonly name = 'TracingError';
}

/** Opens the export of traces over HTTP. @throws TracingError */
export const openTracing = async (options: TracingOptions): Promise<OpenedTracing> => {
  const { openExport } = await import('./otlp-export.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new TracingError(
      'OTEL_EXPORTER_OTLP_ENDPOINT needs the optional packages of OpenTelemetry: run `npm ci --include=optional`',
    );
  });
  const { faults, ...opened } = openExport(options);
  if (faults.length > 0) throw new TracingError(faults.join('; '));
  return opened;
};
