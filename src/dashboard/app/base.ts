/** Where the dashboard is. */
export const BASE = '/dashboard';
