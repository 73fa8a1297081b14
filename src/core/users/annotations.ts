/** What the staff notes of a user, which the user does not see, as it is without it. */
export const NO_ANNOTATIONS = { tags: [], note: null } as const;

/** The largest number of tags, and the greatest length of one. */
export const MAX_USER_TAGS = 20;
export const MAX_USER_TAG_LENGTH = 40;
