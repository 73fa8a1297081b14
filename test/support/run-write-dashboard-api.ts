import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dashboardApi } from './dashboard-api.ts';

for (const [file, text] of await dashboardApi()) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
process.exit();
