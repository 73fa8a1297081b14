/** Why the listener cannot start; the message says what to change. */
export class ListenError extends Error {}
