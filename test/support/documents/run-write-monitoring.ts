import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { monitoringDocuments } from './monitoring-documents.ts';

for (const [file, text] of monitoringDocuments())
  await writeFile(path.join(import.meta.dirname, '../../..', file), text);
