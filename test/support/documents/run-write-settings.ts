import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { settingsDocuments } from './settings-documents.ts';

for (const [file, text] of settingsDocuments()) await writeFile(path.join(import.meta.dirname, '../../..', file), text);
