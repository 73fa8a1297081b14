/** The pairs of metadata, one a line. */
export const Metadata = ({ values }: Readonly<{ values: Readonly<Record<string, string>> }>) => (
  <ul>
    {Object.entries(values).map(([name, value]) => (
      <li key={name}>
        {name}: {value}
      </li>
    ))}
  </ul>
);
