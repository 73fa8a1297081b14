import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { fieldLabel, fill, t, textOf } from '../text/text.ts';
import type { FieldInputProps } from './field.ts';
import { Remarks, remarkIds } from './remarks.tsx';
import { groupsOf, isChosen, type Share, setGroup, setLeaf, shareOf, type TreeGroup, wholeTree } from './tree.ts';

/** Values in groups that fold: the box of a group chooses all of them, and a text finds some. */
export const TreeInput = ({ field, value, error, onChange }: FieldInputProps<readonly string[]>) => {
  const { name, label = fieldLabel(name), values = [], labels = {}, hint, isRequired = false } = field;
  const id = useId();
  const [text, setText] = useState('');
  const groups = groupsOf(values);
  const labelOf = (leaf: string): string => labels[leaf] ?? leaf;
  const isFound = (leaf: string): boolean => labelOf(leaf).toLowerCase().includes(text.trim().toLowerCase());
  const found = groups
    .map((group) => ({ group, leaves: group.leaves.filter(isFound) }))
    .filter(({ leaves }) => leaves.length > 0);
  const isInvalid = error !== undefined;
  return (
    <fieldset class="field choices tree-input" aria-describedby={remarkIds(id)}>
      <legend>
        {label}
        {isRequired && <span class="required"> {t().common.required}</span>}
      </legend>
      <Remarks id={id} hint={hint} error={error} />
      <input
        type="search"
        aria-label={fill(t().form.findIn, { label })}
        placeholder={t().form.find}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Box
        label={t().common.all}
        share={shareOf(value, groups)}
        isInvalid={isInvalid}
        onChange={(isOn) => onChange(isOn ? wholeTree(values, groups) : [])}
      />
      {found.map(({ group, leaves }) => {
        const boxes = leaves.map((leaf) => (
          <Box
            key={leaf}
            label={labelOf(leaf)}
            share={isChosen(value, group, leaf) ? 'all' : 'none'}
            isInvalid={isInvalid}
            onChange={(isOn) => onChange(setLeaf(value, { groups, leaf, isOn }))}
          />
        ));
        // a group of one value says no more than that
        if (group.leaves.length === 1 && group.pattern === undefined) return boxes;
        return (
          <Group
            key={group.name}
            group={group}
            share={shareOf(value, [group])}
            isFound={text.trim() !== ''}
            isUnfolded={field.isUnfolded}
            isInvalid={isInvalid}
            onChange={(isOn) => onChange(setGroup(value, { groups, group, isOn }))}
          >
            {boxes}
          </Group>
        );
      })}
      {found.length === 0 && <p class="hint">{t().list.noMatches}</p>}
    </fieldset>
  );
};

type BoxProps = Readonly<{
  label: string;
  share: Share;
  isInvalid: boolean;
  onChange: (isOn: boolean) => void;
}>;

const Box = ({ label, share, isInvalid, onChange }: BoxProps) => (
  <label>
    <input
      type="checkbox"
      aria-invalid={isInvalid}
      checked={share === 'all'}
      indeterminate={share === 'some'}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
);

type GroupProps = Omit<BoxProps, 'label'> &
  Readonly<{
    group: TreeGroup;
    /** Whether some of it was searched. */
    isFound: boolean;
    /** Whether it is open at first; if omitted, where some of it is chosen. */
    isUnfolded: boolean | undefined;
    children: ComponentChildren;
  }>;

/** A group of values that folds. What was searched is open. */
const Group = ({ group: { name }, share, isFound, isUnfolded: isFirst, children, ...box }: GroupProps) => {
  const [isUnfolded, setUnfolded] = useState(isFirst);
  const label = textOf(t().objects, name);
  const isOpen = isFound || (isUnfolded ?? share === 'some');
  return (
    <div class="tree-group">
      <button
        type="button"
        class="icon-button"
        aria-expanded={isOpen}
        aria-label={fill(t().form.unfold, { label })}
        onClick={() => setUnfolded(!isOpen)}
      >
        <Icon name={isOpen ? 'unfolded' : 'forward'} />
      </button>
      <Box {...box} label={label} share={share} />
      {isOpen && <div class="tree-leaves">{children}</div>}
    </div>
  );
};
