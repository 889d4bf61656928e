import { Button, NativeSelect } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import { groupLabels } from '@voltloop/protocol/he-bat/groups.ts';
import { Card, ConfirmDialog, SkeletonRows } from '@voltloop/ui';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { CommandAnswer } from './command-answer.tsx';
import styles from './commands-tab.module.css';
import { lastData } from './queries.ts';
import { SettingField, SettingFields } from './setting-field.tsx';
import { changedSettings } from './setting-fields.ts';
import { useDictionary } from './use-dictionary.ts';
import { useSendCommand } from './use-send-command.ts';

/** Settings with unit, range and present value; sends only what was changed, and waits for the device. */
export function SettingsForm({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const { tenantId } = useAccount();
  const dictionary = useDictionary(thing.info_model_id);
  const last = useQuery(lastData(thing.devid)).data;
  const send = useSendCommand(tenantId, thing.devid);
  const read = useSendCommand(tenantId, thing.devid);
  const form = useId();
  const [group, setGroup] = useState('ems');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [asking, setAsking] = useState(false);

  // Settings of one pack need the pack in the same message; they have their own room.
  const settings = useMemo(
    () => dictionary.settings.filter((setting) => setting.group !== 'pack'),
    [dictionary.settings],
  );
  const groups = [...new Set(settings.map((setting) => setting.group))];
  const shown = settings.filter((setting) => setting.group === group);
  const present: Record<string, number | undefined> = {};
  for (const { key, shown_by } of settings)
    present[key] = (last?.fields[key] ?? last?.fields[shown_by ?? ''])?.value;
  const { keys, problems } = changedSettings(settings, typed, present);
  const changes = Object.keys(keys);
  const risky = changes.some((key) => settings.find((setting) => setting.key === key)?.risk === 'high');

  const submit = async () => {
    const answer = await send.run({ cmd: 'set_config', params: { keys } });
    if (answer?.ok) setTyped({});
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = Object.keys(problems)[0];
    if (wrong) {
      const setting = settings.find((each) => each.key === wrong);
      if (setting) setGroup(setting.group);
      requestAnimationFrame(() => document.getElementById(`${form}-${wrong}`)?.focus());
    } else if (changes.length > 0) {
      if (risky) setAsking(true);
      else void submit();
    }
  };

  return (
    <Card
      title={t('settings.title')}
      description={t('settings.hint')}
      tools={
        <span className={styles.groups}>
          <NativeSelect
            size="xs"
            aria-label={t('settings.group')}
            value={group}
            onChange={(event) => setGroup(event.currentTarget.value)}
            data={groups.map((name) => ({
              value: name,
              label: dictionary.groupLabel(groupLabels[name], name),
            }))}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden="true" />}
            loading={read.isPending}
            onClick={() =>
              void read.run({ cmd: 'report', params: { keys: shown.map((setting) => setting.key) } })
            }
          >
            {t('settings.read')}
          </Button>
        </span>
      }
    >
      {dictionary.ready ? (
        <form onSubmit={onSubmit} noValidate>
          <SettingFields label={t('settings.title')} disabled={send.isPending}>
            {shown.map((setting) => (
              <SettingField
                key={setting.key}
                id={`${form}-${setting.key}`}
                setting={setting}
                settingKey={setting.key}
                label={dictionary.settingLabel(setting.key)}
                dictionary={dictionary}
                present={present[setting.key]}
                text={typed[setting.key]}
                problem={problems[setting.key]}
                onType={(text) => setTyped((now) => withOrWithout(now, setting.key, text))}
              />
            ))}
          </SettingFields>
          <div className={styles.foot}>
            <CommandAnswer send={send} />
            {Object.keys(typed).length > 0 && !send.isPending && (
              <Button variant="default" onClick={() => setTyped({})}>
                {t('settings.discard')}
              </Button>
            )}
            <Button type="submit" loading={send.isPending} disabled={Object.keys(typed).length === 0}>
              {t('settings.send', { count: changes.length })}
            </Button>
          </div>
        </form>
      ) : (
        <SkeletonRows rows={4} />
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('settings.confirmTitle')}
        confirmLabel={t('settings.confirm')}
        danger
        onConfirm={() => void submit()}
      >
        {t('settings.confirmText', { name: thing.devname || thing.devid })}
        <ul className={styles.changes}>
          {changes.map((key) => (
            <li key={key}>
              {dictionary.settingLabel(key)}: {dictionary.settingValue(key, keys[key]!)}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </Card>
  );
}

/** `record` with `text` under `key`; without the key when the text is null. */
function withOrWithout(record: Record<string, string>, key: string, text: string | null) {
  const { [key]: _, ...rest } = record;
  return text === null ? rest : { ...rest, [key]: text };
}
