import path from 'node:path';
import { wholeDocument } from '#composition/whole-document.ts';
import { writeDashboardTypes } from './dashboard-api.ts';
import { writeTypes } from './generated-types.ts';

const CLIENT_TYPES = path.resolve(import.meta.dirname, '../../../packages/client/src/api.ts');

type Operation = Readonly<{ responses: Record<string, Readonly<{ headers?: object }>> }>;
type Document = Readonly<{ paths: Record<string, Record<string, Operation>> }>;

/** Writes the types of the client package, and of the dashboard's client. */
export const writeClientTypes = async (): Promise<void> => {
  const document = (await wholeDocument()) as Document;
  await writeTypes(CLIENT_TYPES, JSON.stringify(withoutErrors(document)));
  await writeDashboardTypes();
};

/** Successful responses alone, without headers: all errors have one type, and are thrown. A third of the types. */
const withoutErrors = (document: Document): Document => ({
  ...document,
  paths: mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      responses: mapValues(
        Object.fromEntries(Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))),
        ({ headers: _headers, ...response }) => response,
      ),
    })),
  ),
});

const mapValues = <T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
