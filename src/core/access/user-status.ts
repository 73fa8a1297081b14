/** A disabled user cannot sign in, and none of their sessions and keys is accepted. */
export type UserStatus = 'active' | 'disabled';
