import { planList, planView } from '#core/subscriptions/plan.ts';
import type { PlanQueries } from '#core/subscriptions/ports.ts';
import type { ChangePlan, CreatePlan, DeletePlan } from '#core/subscriptions/use-cases/plan-use-cases.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import {
  createdResponse,
  foundResponse,
  noContent,
  requireFound,
  resourceResponse,
  respond,
} from '../responses/responses.ts';
import { readOperation, writeOperation } from '../routing/operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import { planInput, planPageSchema, planPatch, planSchema } from './plan-schemas.ts';

export type PlanOperationsDeps = Readonly<{
  queries: PlanQueries;
  cursors: Cursors;
  createPlan: CreatePlan;
  changePlan: ChangePlan;
  deletePlan: DeletePlan;
}>;

const READ = { kind: 'scope', scope: 'subscriptions:read' } as const;
const WRITE = { kind: 'scope', scope: 'subscriptions:write' } as const;

export const planRoutes = (deps: PlanOperationsDeps): TaggedRoute[] =>
  tagged('Plans', [listPlans(deps), getPlan(deps), createPlan(deps), updatePlan(deps), deletePlan(deps)]);

const listPlans = ({ queries, cursors }: PlanOperationsDeps) =>
  listOperation({
    path: '/api/plans',
    operationId: 'listPlans',
    summary: 'List plans',
    description: 'The newest first.',
    access: READ,
    list: planList,
    pageSchema: planPageSchema,
    cursors,
    read: (query) => queries.list(query),
  });

const getPlan = ({ queries }: PlanOperationsDeps) =>
  readOperation({
    path: '/api/plans/{id}',
    id: 'plan',
    operationId: 'getPlan',
    summary: 'Get a plan',
    description: 'A plan with its version.',
    access: READ,
    versioned: true,
    responses: { 200: { description: 'The plan.', schema: planSchema } },
    read: async ({ id }) => foundResponse(requireFound(await queries.find(id), 'plan', id)),
  });

const createPlan = (deps: PlanOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/plans',
    operationId: 'createPlan',
    summary: 'Create a plan',
    description: 'Its price, currency, usage and interval can never change. Emits `plan.created`.',
    access: WRITE,
    body: planInput,
    responses: { 201: { description: 'The created plan.', schema: planSchema } },
    problems: ['unknown_reference'],
    write: ({ actor, body }) => respond(deps.createPlan(actor, body), createdResponse(planView, '/api/plans')),
  });

const updatePlan = ({ changePlan }: PlanOperationsDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/plans/{id}',
    id: 'plan',
    operationId: 'updatePlan',
    summary: 'Update a plan',
    description:
      'The body is a JSON Merge Patch (RFC 7396). `trial_days`, `trial_once` and `max_per_customer` apply to new subscriptions. Emits `plan.updated`.',
    access: WRITE,
    versioned: true,
    body: planPatch,
    responses: { 200: { description: 'The updated plan.', schema: planSchema } },
    write: ({ actor, id, body, expected }) =>
      respond(changePlan(actor, { id, patch: body, expected }), resourceResponse(planView)),
  });

const deletePlan = (deps: PlanOperationsDeps) =>
  writeOperation({
    method: 'delete',
    path: '/api/plans/{id}',
    id: 'plan',
    operationId: 'deletePlan',
    summary: 'Delete a plan',
    description: 'Emits `plan.deleted`.',
    access: WRITE,
    versioned: true,
    responses: { 204: { description: 'The plan was deleted.' } },
    write: ({ actor, id, expected }) => noContent(deps.deletePlan(actor, { id, expected })),
  });
