import { stored } from './stored.ts';

const token = stored<string>('session');

/** The session of the signed-in customer. */
export const session = {
  token: (): string | undefined => token.get(),
  begin: (value: string): void => token.set(value),
  end: (): void => token.remove(),
};
