/** Why a row, or a part of it, was not imported as it is. */
export type ImportError = Readonly<{
  /** In the file; the first is 1. */
  line: number;
  /** Null if the error is not about one field. */
  field: string | null;
  code: string;
  message: string;
}>;
