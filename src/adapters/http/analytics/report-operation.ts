import type Joi from 'joi';
import type { Table } from '../request/csv.ts';
import { invalidParameter } from '../request/query-string.ts';
import { forParameters } from '../request/validation.ts';
import { type ReadRequest, readOperation } from '../routing/operation.ts';
import type { OperationDescription, Route } from '../routing/route.ts';

type ReportOperation<Query, Body extends object> = Pick<
  OperationDescription,
  'path' | 'operationId' | 'summary' | 'description'
> &
  Readonly<{
    query: Joi.ObjectSchema<Query>;
    schema: Joi.ObjectSchema<Body>;
    read: (request: ReadRequest<Query, never>) => Promise<Body>;
    /** The report as CSV has it. */
    table: (report: Body) => Table;
    /** The parameter whose table has no place for `compare`. */
    excludesCompare?: keyof Query & string;
  }>;

/** Describes a read of figures, as JSON or as one table of CSV. */
export const reportOperation = <Query extends object, Body extends object>({
  schema,
  read,
  table,
  excludesCompare,
  ...operation
}: ReportOperation<Query, Body>): Route =>
  readOperation({
    ...operation,
    access: { kind: 'scope', scope: 'analytics:read' },
    isCostly: () => true,
    responses: { 200: { description: 'The figures.', schema } },
    read: async (request) => ({ status: 200, body: await forParameters(read(request)) }),
    readTable: async (request) => {
      const query = request.query as Readonly<Record<string, unknown>>;
      if (excludesCompare !== undefined && query['compare'] !== undefined && query[excludesCompare])
        throw invalidParameter(
          'compare',
          'any.unknown',
          `must be omitted: CSV with ${excludesCompare} has no columns for the period before`,
        );
      return table(await forParameters(read(request)));
    },
  });
