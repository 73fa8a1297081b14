import {
  ANALYTICS_EXPORT_USAGE,
  exportForAnalysis,
  parseAnalyticsExportArguments,
} from '#composition/export-for-analysis.ts';
import { runCommand } from './command.ts';

await runCommand({
  usage: ANALYTICS_EXPORT_USAGE,
  parse: parseAnalyticsExportArguments,
  run: exportForAnalysis,
  onInterruption: 'Ending. Ctrl-C again ends at once.',
});
