import type { Context } from 'koa';
import type { RequestState } from './request-state.ts';

/** Koa's context of a request that a route was found for. */
export type RouteContext = Context & { state: RequestState; params: Record<string, string> };
