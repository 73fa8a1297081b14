import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { request, type Schemas } from '../../api/request.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { LoadedList } from '../../parts/loaded-list.tsx';
import { language } from '../../text/language.ts';
import { loadSettingTexts } from '../../text/setting-texts.ts';
import { t } from '../../text/text.ts';

type Setting = Schemas['EnvironmentSetting'];

/** Long names and lists may be broken after their parts. */
const Breakable = ({ text }: Readonly<{ text: string }>) => (
  <code class="breakable">
    {text.split(/(?<=[_,])/).map((part, index) => (
      <Fragment key={`${index} ${part}`}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </code>
);

/** Of what is hidden, only whether it is set. */
const Value = ({ value, is_hidden: isHidden, is_set: isSet }: Setting) => {
  if (isHidden) return <span class="muted">{isSet ? t().environment.isSet : t().environment.isNotSet}</span>;
  return value === null || value === '' ? (
    <span class="muted">{t().environment.isNotSet}</span>
  ) : (
    <Breakable text={value} />
  );
};

const matches = ({ name, description }: Setting, text: string): boolean =>
  `${name} ${description}`.toLowerCase().includes(text.trim().toLowerCase());

/** What the service was started with; nothing can be changed here. */
export const Environment = () => {
  const [text, setText] = useState('');
  const state = useLoaded(`environment ${language.value}`, async (signal) => {
    const [{ data: list }, texts] = await Promise.all([
      request('get', '/api/settings/environment', { signal }),
      loadSettingTexts(language.value),
    ]);
    const settings = list.data.map((setting) => ({
      ...setting,
      description: texts[setting.name] ?? setting.description,
    }));
    return { data: settings };
  });
  const data = state.data && { data: state.data.data.filter((setting) => matches(setting, text)) };
  return (
    <article class="screen">
      <h1>{t().navigation.environment}</h1>
      <div class="toolbar">
        <input
          type="search"
          class="search"
          aria-label={t().environment.search}
          placeholder={t().environment.search}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <LoadedList
        title={t().navigation.environment}
        state={{ ...state, data }}
        keyOf={({ name }) => name}
        empty={t().environment.none}
        remark={<p class="muted">{t().environment.explained}</p>}
        columns={[
          {
            name: 'name',
            isTitle: true,
            cell: ({ name, description }) => (
              <>
                <Breakable text={name} />
                <br />
                <span class="muted">{description}</span>
              </>
            ),
          },
          { name: 'value', cell: (setting) => <Value {...setting} /> },
          {
            name: 'default_value',
            cell: ({ default_value: byDefault, is_set: isSet }) =>
              isSet && byDefault !== null && <Breakable text={byDefault} />,
          },
        ]}
      />
    </article>
  );
};
