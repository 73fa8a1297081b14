/** A setting of the environment as the API shows it. */
export type EnvironmentSettingView = Readonly<{
  object: 'environment_setting';
  name: string;
  description: string;
  /** Whether the value is not shown: it is secret, may contain a password, or is about a person. */
  is_hidden: boolean;
  is_set: boolean;
  /** As it was set, or else the default. */
  value: string | null;
  default_value: string | null;
}>;
