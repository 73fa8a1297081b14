/** What is paid. */
export type Collected = Readonly<{
  about: Readonly<{ order_id: string }> | Readonly<{ invoice_id: string }>;
  due: number;
  currency: string;
  /** Of the buyer; null if none is known. */
  email: string | null;
}>;
