import { writeReleasedApi } from './released-api.ts';

await writeReleasedApi();
process.exit();
