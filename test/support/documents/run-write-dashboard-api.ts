import { writeDashboardApi } from './dashboard-api.ts';

await writeDashboardApi();
process.exit();
