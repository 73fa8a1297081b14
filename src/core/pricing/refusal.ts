/** Why a discount or a shipping method does not apply: for programs, and in words that follow its name. */
export type Refusal = Readonly<{ reason: string; message: string }>;

export const refuse = (reason: string, message: string): Refusal => ({ reason, message });
