/** What is searched for: people write order numbers as they read them, such as #1001. */
export const queryOf = (text: string): string => text.trim().replace(/^#(?=\d)/, '');
