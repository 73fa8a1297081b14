type Props = Readonly<{
  /** A name, and the e-mail; what is not known is left out. */
  lines: readonly (string | null | undefined)[];
}>;

/** Who somebody is, in two lines. */
export const Person = ({ lines }: Props) => (
  <span class="buyer">
    {lines
      .filter((line) => line)
      .map((line, index) => (
        <span key={line} class={index > 0 ? 'muted' : ''}>
          {line}
        </span>
      ))}
  </span>
);
