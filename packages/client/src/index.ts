export type { components, operations, paths } from './api.ts';
export type { Fetch } from './attempt.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { ApiError, ConnectionError, isProblem, type Problem, type ProblemCode } from './errors.ts';
export type { CallOptions, ItemOf, ListPath, Operation, ResultOf } from './operations.ts';
