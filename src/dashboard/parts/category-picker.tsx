import { useId, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { categoryPaths, findPaths, levelsOf, type NamedPath, pathText } from '../app/category-paths.ts';
import { holds } from '../app/session.ts';
import { useLoaded } from '../app/use-loaded.ts';
import { fill, t } from '../text/text.ts';
import { Combobox, type Found } from './combobox.tsx';
import { ProblemNotice } from './problem-notice.tsx';

type Props = Readonly<{
  /** Of the input. */
  id?: string;
  label: string;
  /** The id of the category; empty for none. */
  value: string;
  onChange: (id: string) => void;
  /** Whether a category of what was typed can be created. */
  canCreate?: boolean;
  isInvalid?: boolean;
  describedBy?: string;
  placeholder?: string | undefined;
}>;

/** Chooses a category by its path in the tree, or creates one. */
export const CategoryPicker = ({ id: givenId, label, value, onChange, canCreate = false, ...input }: Props) => {
  const ownId = useId();
  const id = givenId ?? ownId;
  /** Undefined while nothing is typed. */
  const [typed, setTyped] = useState<string | undefined>();
  const [failure, setFailure] = useState<ApiError | undefined>();
  const tree = useLoaded('tree', async (signal) =>
    categoryPaths((await request('get', '/api/categories/tree', { signal })).data.data),
  );
  const paths = tree.data ?? [];
  const chosen = paths.find((path) => path.id === value)?.name ?? '';
  const pick = async (choice: Choice): Promise<void> => {
    setTyped(undefined);
    setFailure(undefined);
    if (typeof choice === 'string') return onChange(choice);
    try {
      const created = await createPath(paths, choice);
      await tree.reload();
      onChange(created);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    }
  };
  const error = failure ?? tree.error;
  return (
    <div class="field picker">
      <label for={id}>{label}</label>
      <Combobox
        id={id}
        text={typed ?? chosen}
        onText={setTyped}
        options={optionsOf(paths, { typed: typed ?? '', value, canCreate: canCreate && holds('categories:write') })}
        onPick={(choice) => void pick(choice)}
        onLeave={() => {
          if (typed?.trim() === '' && value !== '') onChange('');
          setTyped(undefined);
        }}
        {...input}
      />
      {error && <ProblemNotice error={error} retry={tree.reload} />}
    </div>
  );
};

/** The id of a category, empty for none; or the names of one that is created. */
type Choice = string | readonly string[];

const MAX_SHOWN = 50;

type Question = Readonly<{ typed: string; value: string; canCreate: boolean }>;

const optionsOf = (paths: readonly NamedPath[], { typed, value, canCreate }: Question): readonly Found<Choice>[] => {
  const found = findPaths(paths, typed).slice(0, MAX_SHOWN);
  const options = found.map(({ id, name }): Found<Choice> => ({ id, label: name, value: id }));
  const none: Found<Choice> = { id: 'none', label: t().categories.none, value: '' };
  return [
    ...options,
    ...(canCreate ? newPaths(paths, typed, value).map(creation) : []),
    ...(typed === '' && value !== '' ? [none] : []),
  ];
};

const creation = (path: readonly string[]): Found<Choice> => {
  const [name = '', ...below] = path.toReversed();
  const label =
    below.length === 0
      ? fill(t().categories.createRoot, { name })
      : fill(t().categories.createBelow, { name, path: pathText(below.toReversed()) });
  return { id: `new ${path.join('>')}`, label, value: path };
};

/** The paths that can be created of what is typed: itself, and a single name below the chosen category. */
const newPaths = (paths: readonly NamedPath[], typed: string, value: string): readonly (readonly string[])[] => {
  const levels = levelsOf(typed);
  if (levels.length === 0) return [];
  const chosen = paths.find(({ id }) => id === value);
  const below = levels.length === 1 && chosen !== undefined ? [[...chosen.path, ...levels]] : [];
  return [...below, levels].filter((path) => !paths.some((known) => isSamePath(known.path, path)));
};

const isSamePath = (one: readonly string[], other: readonly string[]): boolean =>
  one.join('>').toLowerCase() === other.join('>').toLowerCase();

/** Creates what does not exist of a path. @returns the id of its category. @throws ApiError */
const createPath = async (paths: readonly NamedPath[], path: readonly string[]): Promise<string> => {
  let parent: string | null = null;
  for (const [index, name] of path.entries()) {
    const known = paths.find((each) => isSamePath(each.path, path.slice(0, index + 1)));
    const body: { name: string; parent_id: string | null } = { name, parent_id: parent };
    parent = known?.id ?? (await request('post', '/api/categories', { body })).data.id;
  }
  return parent ?? '';
};
