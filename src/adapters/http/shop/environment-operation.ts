import Joi from 'joi';
import { readOperation } from '../routing/operation.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

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

const setting = objectOf<EnvironmentSettingView>({
  object: required(Joi.string().valid('environment_setting'), 'The type of the resource.'),
  name: required(Joi.string(), 'The name of the environment variable.', 'MAX_BODY_BYTES'),
  description: required(Joi.string(), 'What it decides.', 'The size of a request body.'),
  is_hidden: required(
    Joi.boolean(),
    'Whether its value is not shown: it is secret, may contain a password, or is about a person.',
    false,
  ),
  is_set: required(Joi.boolean(), 'Whether the environment sets it.', true),
  value: required(
    Joi.string().allow(null, ''),
    'The value as it was set, or else the default; null if there is none or it is hidden.',
    '2097152',
  ),
  default_value: required(
    Joi.string().allow(null, ''),
    'The default; null if there is none or it is hidden.',
    '1048576',
  ),
})
  .id('EnvironmentSetting')
  .description('A setting of the process that responds.');

const settingList = objectOf<Readonly<{ data: readonly EnvironmentSettingView[] }>>({
  data: required(Joi.array().items(setting), 'All settings.'),
})
  .id('EnvironmentSettingList')
  .description('The settings of the environment.');

export type EnvironmentDeps = Readonly<{ environment: readonly EnvironmentSettingView[] }>;

export const readEnvironmentSettings = ({ environment }: EnvironmentDeps) =>
  readOperation({
    path: '/api/settings/environment',
    operationId: 'listEnvironmentSettings',
    summary: 'List the settings of the environment',
    description:
      'What the service was started with. They change with a restart only. Secrets are never shown, nor what has seeded ' +
      'the rules of the shop.',
    access: { kind: 'scope', scope: 'settings:read' },
    responses: { 200: { description: 'All settings.', schema: settingList } },
    read: async () => ({ status: 200, body: { data: environment } }),
  });
