import { type TaggedRoute, tagged } from '../routing/route.ts';
import { type CallerOperationsDeps, followCaller, getCaller } from './caller-operations.ts';
import {
  createApiKey,
  getApiKey,
  type KeyOperationsDeps,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from './key-operations.ts';
import { endSession, listSessions, type SessionOperationsDeps, signIn, signOut } from './session-operations.ts';

export const accessRoutes = (deps: SessionOperationsDeps & CallerOperationsDeps & KeyOperationsDeps): TaggedRoute[] =>
  tagged('Authentication', [
    signIn(deps),
    getCaller(deps),
    followCaller(deps),
    signOut(deps),
    listSessions(deps),
    endSession(deps),
    createApiKey(deps),
    listApiKeys(deps),
    getApiKey(deps),
    updateApiKey(deps),
    rotateApiKey(deps),
    revokeApiKey(deps),
  ]);
