/** Data as the API has it. */
export const JsonBlock = ({ value }: Readonly<{ value: unknown }>) => (
  <pre>
    <code>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code>
  </pre>
);
