/** The time zones that the browser knows, as choices: `America/New York`. */
export const timeZones = (): Readonly<{ values: readonly string[]; labels: Readonly<Record<string, string>> }> => {
  const values = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])];
  return { values, labels: Object.fromEntries(values.map((zone) => [zone, zone.replaceAll('_', ' ')])) };
};
