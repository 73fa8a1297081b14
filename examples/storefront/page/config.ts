/** What the server of the page generates for it. */
type Config = Readonly<{
  /** Such as `http://127.0.0.1:3000`. */
  apiUrl: string;
  /** Everybody may read it: it does only what visitors may. */
  publishableKey: string;
}>;

let loading: Promise<Config> | undefined;

export const loadConfig = (): Promise<Config> => {
  loading ??= fetch('/config.json').then((response) => response.json() as Promise<Config>);
  return loading;
};
