import type { Dataset } from '#core/analytics/export/datasets.ts';

/** What the thread is to do with its file. */
export type EncoderRequest =
  | Readonly<{ kind: 'create'; path: string; dataset: Dataset }>
  | Readonly<{ kind: 'append'; rows: readonly string[] }>
  | Readonly<{ kind: 'complete' }>;

/** The response to each request. */
export type EncoderResponse = Readonly<{ error?: Readonly<{ message: string; code: string | undefined }> }>;
