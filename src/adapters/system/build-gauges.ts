import { createRequire } from 'node:module';
import { describeGauges } from '#core/shared/gauge.ts';

const { version } = createRequire(import.meta.url)('../../../package.json') as Readonly<{ version: string }>;

/** What runs. */
export const buildGauges = describeGauges({
  gauges: {
    build_info: { help: 'Always 1: the versions of the service and of Node.', labelNames: ['version', 'node'] },
  },
  read: async () => ({ build_info: [{ labels: { version, node: process.versions.node }, value: 1 }] }),
});
