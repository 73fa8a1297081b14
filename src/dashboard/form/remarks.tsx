type Props = Readonly<{
  /** The id of the input, which the remarks describe. */
  id: string;
  hint: string | undefined;
  error: string | undefined;
}>;

/** The ids of the hint and the error of an input. */
export const remarkIds = (id: string): string => `${id}-hint ${id}-error`;

/** The hint and the error of an input. */
export const Remarks = ({ id, hint, error }: Props) => (
  <>
    {hint && (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {error && (
      <p class="field-error" id={`${id}-error`}>
        {error}
      </p>
    )}
  </>
);
