/** Why the listener cannot start, as a message for people. */
export class ListenError extends Error {}
