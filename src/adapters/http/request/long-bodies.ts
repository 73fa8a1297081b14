import type { IncomingMessage } from 'node:http';

const requests = new WeakSet<IncomingMessage>();

/** Lets the body of a request take any time. Its reader ends the request when too little arrives. */
export const allowLongBody = (request: IncomingMessage): void => void requests.add(request);

export const hasLongBody = (request: IncomingMessage): boolean => requests.has(request);
