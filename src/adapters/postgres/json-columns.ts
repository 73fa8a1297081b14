/** An SQL expression of a time as the API writes it: RFC 3339 in UTC with milliseconds. */
export const timestamp = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** An SQL expression of a JSON object of these members. */
export const jsonObject = (members: Readonly<Record<string, string>>): string =>
  `json_build_object(${Object.entries(members)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(', ')})`;
