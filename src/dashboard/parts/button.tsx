import type { ComponentProps } from 'preact';

type ButtonProps = Omit<ComponentProps<'button'>, 'type' | 'label' | 'class'> &
  Readonly<{ label: string; class?: string }>;

/** A button that does something on its own; `class` is its look. */
export const Button = ({ label, class: look = 'button', ...attributes }: ButtonProps) => (
  <button type="button" class={look} {...attributes}>
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
