import { NativeSelect, SegmentedControl, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { groupLabels } from '@voltloop/protocol/he-bat/groups.ts';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/index.ts';
import { folded } from '../../ui/text/folded.ts';
import type { Dictionary, Setting } from '../telemetry/index.ts';
import {
  editable,
  isOfPack,
  keyFor,
  presentOf,
  splitKey,
  type Typed,
  type Values,
  withText,
} from './param-edit.ts';
import { SettingField, SettingFields } from './setting-field.tsx';
import type { SettingProblem } from './setting-fields.ts';
import styles from './settings.module.css';

interface ValuesEditorProps {
  /** Prefix of the fields' ids. */
  id: string;
  dictionary: Dictionary;
  /** The device's values; null without a device: a template, a batch. */
  known: Values | null;
  packs: number | null;
  typed: Typed;
  problems: Readonly<Record<string, SettingProblem>>;
  onType: (typed: Record<string, string>) => void;
  group: string;
  onGroup: (group: string) => void;
  disabled?: boolean;
}

/** Every parameter with its unit, limits, default and present value, by group or by search. */
export function ValuesEditor(props: ValuesEditorProps) {
  const { id, dictionary, known, packs, typed, problems, onType, disabled } = props;
  const { t } = useTranslation('deviceSettings');
  const [search, setSearch] = useState('');
  const [changedOnly, setChangedOnly] = useState(false);
  const [pack, setPack] = useState<number | null>(null);
  const settings = useMemo(() => editable(dictionary.settings), [dictionary.settings]);
  const groups = [...new Set(settings.map((setting) => setting.group))];
  const group = groups.includes(props.group) ? props.group : (groups[0] ?? '');
  const wanted = folded(search);
  const anywhere = wanted !== '' || changedOnly;
  const shown = settings.flatMap((setting) => {
    if (!anywhere && setting.group !== group) return [];
    const words = folded(`${setting.key} ${setting.label.en} ${setting.label.zh}`);
    if (wanted && !words.includes(wanted)) return [];
    const own = Object.keys(typed)
      .filter((key) => splitKey(key).name === setting.key)
      .map((key) => ({ setting, key }));
    if (changedOnly) return own;
    const field = { setting, key: keyFor(setting, pack) };
    // Without a device no pack can be chosen: values of single packs are listed beside the common one.
    return known === null ? [field, ...own.filter(({ key }) => key !== field.key)] : [field];
  });
  const hasPacks = shown.some(({ setting }) => isOfPack(setting)) && !changedOnly;
  const changes = Object.keys(typed).length;
  const hint = t(`groupHint.${group}` as 'groupHint.ems', { defaultValue: '' });

  return (
    <div className={styles.editor}>
      <div className={styles.bar}>
        <TextInput
          className={styles.search}
          type="search"
          size="sm"
          aria-label={t('editor.search')}
          placeholder={t('editor.search')}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          value={search}
          maxLength={60}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <NativeSelect
          className={styles.groups}
          aria-label={t('editor.group')}
          value={group}
          disabled={anywhere}
          onChange={(event) => props.onGroup(event.currentTarget.value)}
          data={groups.map((name) => ({
            value: name,
            label: dictionary.groupLabel(groupLabels[name], name),
          }))}
        />
        <Switch
          label={t(known === null ? 'editor.chosenOnly' : 'editor.changedOnly', { n: changes })}
          checked={changedOnly}
          onChange={(event) => setChangedOnly(event.currentTarget.checked)}
        />
      </div>
      {!anywhere && hint && <p className={styles.hint}>{hint}</p>}
      {hasPacks && known !== null && (packs ?? 0) > 0 && (
        <div className={styles.packs}>
          <span id={`${id}-packs`}>{t('editor.pack')}</span>
          <SegmentedControl
            size="xs"
            aria-labelledby={`${id}-packs`}
            value={String(pack ?? 0)}
            onChange={(value) => setPack(value === '0' ? null : Number(value))}
            data={[
              { value: '0', label: t('editor.allPacks') },
              ...Array.from({ length: packs ?? 0 }, (_, i) => ({
                value: String(i + 1),
                label: String(i + 1),
              })),
            ]}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState
          compact
          title={t(
            changedOnly ? (known === null ? 'editor.noneChosen' : 'editor.noChanges') : 'editor.noMatch',
          )}
        />
      ) : (
        <SettingFields label={t('editor.title')} disabled={disabled}>
          {shown.map(({ setting, key }) => (
            <ValueField
              key={key}
              id={`${id}-${key}`}
              setting={setting}
              settingKey={key}
              dictionary={dictionary}
              known={known}
              packs={packs}
              text={typed[key]}
              problem={problems[key]}
              onType={(text) => onType(withText(typed, key, text))}
            />
          ))}
        </SettingFields>
      )}
    </div>
  );
}

interface ValueFieldProps {
  id: string;
  setting: Setting;
  settingKey: string;
  dictionary: Dictionary;
  known: Values | null;
  packs: number | null;
  text: string | undefined;
  problem: SettingProblem | undefined;
  onType: (text: string | null) => void;
}

/** The field of a setting; handles different values of packs, and no device at all. */
function ValueField({ known, packs, ...field }: ValueFieldProps) {
  const { t } = useTranslation('deviceSettings');
  const { dictionary, settingKey } = field;
  const present = known === null ? undefined : presentOf(known, settingKey, packs);
  const mixed =
    known !== null &&
    present === undefined &&
    packs !== null &&
    Object.keys(known).some((k) => k.startsWith(`${settingKey}@`));
  return (
    <SettingField
      {...field}
      label={labelOf(t, dictionary, settingKey)}
      present={present}
      now={known === null ? null : mixed ? t('editor.mixed') : undefined}
    />
  );
}

type Translate = TFunction<['params', 'deviceSettings']>;

/** The name of a setting, with its pack. */
export function labelOf(t: Translate, dictionary: Dictionary, key: string): string {
  const [name = '', pack] = key.split('@');
  const label = dictionary.settingLabel(name);
  if (pack !== undefined) return t('ofPack', { label, pack });
  const setting = dictionary.settings.find((each) => each.key === name);
  return setting && isOfPack(setting) ? t('ofAllPacks', { label }) : label;
}
