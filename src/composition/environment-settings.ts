import type { EnvironmentSettingView } from '#adapters/http/shop/environment-operation.ts';
import type { Environment } from './environment.ts';
import { SETTING_NAMES, SETTINGS } from './settings.ts';

/** What Joi says of a setting. */
export type DescribedSetting = Readonly<{
  flags: Readonly<{ description: string; default?: unknown }>;
  /** What the documents say of it instead. */
  notes?: readonly string[];
  metas?: readonly Readonly<{ isShown?: boolean; defaultText?: string }>[];
}>;

/** All variables that the service reads. */
export const DESCRIBED_SETTINGS = SETTINGS.describe()['keys'] as Readonly<Record<string, DescribedSetting>>;

/** A user or a password in a URL, also where the setting should have none. */
const CREDENTIALS = /:\/\/[^/?#]*@/;

/** All settings of a valid environment that are in force, but not what has seeded the rules of the shop. A value is shown only if its setting says that it may be. */
export const environmentSettings = (environment: Environment): EnvironmentSettingView[] =>
  SETTING_NAMES.map((name) => {
    const described = DESCRIBED_SETTINGS[name] as DescribedSetting;
    const { flags, metas = [] } = described;
    const set = environment[name];
    const isHidden = !metas.some(({ isShown }) => isShown === true) || CREDENTIALS.test(set ?? '');
    const byDefault = defaultTextOf(described);
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

/** The default as it would be set. */
export const defaultTextOf = ({ flags, metas = [] }: DescribedSetting): string | null =>
  metas.find(({ defaultText }) => defaultText !== undefined)?.defaultText ?? textOf(flags.default);

const textOf = (value: unknown): string | null => {
  if (value === undefined) return null;
  if (!Array.isArray(value)) return String(value);
  return value.length === 0 ? 'off' : value.join(',');
};
