export const OWNER = { email: 'owner@example.com', password: 'the password of a benchmark' };

export const LOAD = { rounds: 9, seconds: 1 };

/** A page number far down a list. */
export const DEPTH = 5_000;

/** Production settings with a rate limit that is counted but never reached. */
export const serviceSettings = (databaseUrl: string): Record<string, string> => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  PORT: '0',
  SECRET_KEY: 'the secret key of a benchmark, long enough',
  OWNER_EMAIL: OWNER.email,
  OWNER_PASSWORD: OWNER.password,
  RATE_LIMIT: '999999999/60',
  LOG_LEVEL: 'info',
});

const countOption = (name: string, byDefault: number): number => {
  const option = `--${name}=`;
  return Number(process.argv.find((word) => word.startsWith(option))?.slice(option.length) ?? byDefault);
};

/** The number of products on the command line. */
export const productsOption = (byDefault: number): number => countOption('products', byDefault);

/** The number of orders on the command line. */
export const ordersOption = (byDefault: number): number => countOption('orders', byDefault);

/** The number of subscriptions on the command line. */
export const subscriptionsOption = (byDefault: number): number => countOption('subscriptions', byDefault);

export const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
