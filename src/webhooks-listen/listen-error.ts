/** Why nothing can be listened to, in words for whoever started the listener. */
export class ListenError extends Error {}
