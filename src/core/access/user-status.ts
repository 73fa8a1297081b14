export const USER_STATUSES = ['active', 'disabled'] as const;

/** A disabled user cannot sign in, and none of their sessions and keys is accepted. */
export type UserStatus = (typeof USER_STATUSES)[number];
