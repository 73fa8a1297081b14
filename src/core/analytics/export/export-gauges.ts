import type { SystemClock } from '#core/shared/clock.ts';
import { ageInSeconds, describeGauges } from '#core/shared/gauge.ts';
import type { ExportFiles } from './ports.ts';

type Deps = Readonly<{ files: Pick<ExportFiles, 'readState'> | undefined; systemClock: SystemClock }>;

/** How old the export is; no value without one. */
export const exportGauges = ({ files, systemClock }: Deps) =>
  describeGauges({
    gauges: { analytics_export_age_seconds: { help: 'The time since the last complete export for analysis.' } },
    async read() {
      const state = await files?.readState();
      if (!state?.exportedAt) return { analytics_export_age_seconds: [] };
      return { analytics_export_age_seconds: ageInSeconds(state.exportedAt, systemClock.now()) };
    },
  });
