import { Actor } from '#core/shared/actor.ts';

/** The law decides, whatever the shop lets its customers do. */
export const BY_LAW: Actor = { ...Actor.system, scopes: new Set(['orders:write']) };
