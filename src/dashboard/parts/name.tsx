import { nameOf } from '../app/names.ts';
import { Code } from './parts.tsx';

/** The name of a user or an API key, or the number of an order; its id until the name is known. */
export const Name = ({ id }: Readonly<{ id: string }>) => {
  const name = nameOf(id);
  return name === undefined ? <Code>{id}</Code> : <span title={id}>{name}</span>;
};
