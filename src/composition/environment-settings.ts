import type { EnvironmentSettingView } from '#core/shop/environment-setting.ts';
import type { Environment } from './environment.ts';
import { SETTINGS } from './settings.ts';

/** What Joi says of a setting. */
type Described = Readonly<{
  flags: Readonly<{ description: string; default?: unknown }>;
  metas?: readonly Readonly<{ isShown?: boolean; defaultText?: string }>[];
}>;

const DESCRIBED = Object.entries(SETTINGS.describe()['keys'] as Readonly<Record<string, Described>>);

/** A user or a password in a URL, also where the setting should have none. */
const CREDENTIALS = /:\/\/[^/?#]*@/;

/** All settings of a valid environment. A value is shown only if its setting says that it may be. */
export const environmentSettings = (environment: Environment): EnvironmentSettingView[] =>
  DESCRIBED.map(([name, { flags, metas = [] }]) => {
    const set = environment[name];
    const isHidden = !metas.some(({ isShown }) => isShown === true) || CREDENTIALS.test(set ?? '');
    const byDefault = metas.find(({ defaultText }) => defaultText !== undefined)?.defaultText ?? textOf(flags.default);
    return {
      object: 'environment_setting',
      name,
      description: flags.description,
      is_hidden: isHidden,
      is_set: set !== undefined,
      value: isHidden ? null : (set ?? byDefault),
      default_value: isHidden ? null : byDefault,
    };
  });

const textOf = (value: unknown): string | null => {
  if (value === undefined) return null;
  if (!Array.isArray(value)) return String(value);
  return value.length === 0 ? 'off' : value.join(',');
};
