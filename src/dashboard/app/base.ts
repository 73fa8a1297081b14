/** Where the dashboard is. */
export const BASE = '/dashboard';

/** The values in the path of a screen. */
export type ScreenProps = Readonly<{ id?: string }>;
