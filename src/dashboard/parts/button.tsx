import type { ComponentProps } from 'preact';
import { Icon, type IconName } from './icon.tsx';

type ButtonProps = Omit<ComponentProps<'button'>, 'type' | 'label' | 'class'> &
  Readonly<{ label: string; class?: string /** Before the label. */; icon?: IconName }>;

/** A button that does something on its own; `class` is its look. */
export const Button = ({ label, class: look = 'button', icon, ...attributes }: ButtonProps) => (
  <button type="button" class={look} {...attributes}>
    {icon && <Icon name={icon} />}
    {label}
  </button>
);

type LinkProps = Readonly<{
  label: string;
  href: string;
  target?: string;
  rel?: string;
  download?: string;
  onClick?: () => void;
}>;

/** A link that looks like a button. */
export const ButtonLink = ({ label, ...attributes }: LinkProps) => (
  <a class="button" {...attributes}>
    {label}
  </a>
);

type OptionsProps<Value> = Readonly<{ values: readonly Value[]; labelOf: (value: Value) => string }>;

/** The options of a choice. */
export const Options = <Value extends string>({ values, labelOf }: OptionsProps<Value>) => (
  <>
    {values.map((value) => (
      <option key={value} value={value}>
        {labelOf(value)}
      </option>
    ))}
  </>
);
