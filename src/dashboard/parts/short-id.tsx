import { fill, t } from '../text/text.ts';
import { CopyIcon } from './copy-button.tsx';
import { Code } from './parts.tsx';

/** Longer ones are shortened. */
const MAX_LENGTH = 16;

/** An id such as `prod_…awk58t74`: its last characters are those that differ. */
const shortened = (id: string): string => {
  if (id.length <= MAX_LENGTH) return id;
  const [start] = /^[a-z]+_/.exec(id) ?? [id.slice(0, 4)];
  return `${start}…${id.slice(-8)}`;
};

/** The id of a resource, or another long number, in short. */
export const ShortId = ({ id }: Readonly<{ id: string }>) => (
  <span title={id}>
    <Code>{shortened(id)}</Code>
  </span>
);

/** An id in short, with a button that copies all of it. */
export const CopiedId = ({ id }: Readonly<{ id: string }>) => (
  <span class="copied-id">
    <ShortId id={id} />
    <CopyIcon text={id} name={fill(t().common.copyOf, { text: id })} />
  </span>
);
