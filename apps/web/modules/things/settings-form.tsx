import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { Card, ConfirmDialog } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import {
  DifferenceList,
  differencesOf,
  editable,
  isOfPack,
  readTyped,
  SettingsFoot,
  type Typed,
  type Values,
  ValuesEditor,
  worstRisk,
} from '../settings/index.ts';
import styles from '../settings/settings.module.css';
import { useDictionary } from '../telemetry/index.ts';
import { CommandAnswer } from './command-answer.tsx';
import { lastData } from './queries.ts';
import { useSendCommand } from './use-send-command.ts';

interface SettingsFormProps {
  thing: Thing;
  /** The typed values, which the page keeps while another of its tabs is shown. */
  typed: Typed;
  onType: (typed: Typed) => void;
}

/** Settings with unit, range and present value; sends only changes and waits for the device. */
export function SettingsForm({ thing, typed, onType }: SettingsFormProps) {
  const { t } = useTranslation(['things', 'deviceSettings', 'params']);
  const { tenantId } = useAccount();
  const whole = useDictionary(thing.info_model_id);
  // Settings of a pack need the pack number in the same message; Parameter Setting supports that.
  const dictionary = useMemo(
    () => ({ ...whole, settings: editable(whole.settings).filter((setting) => !isOfPack(setting)) }),
    [whole],
  );
  const last = useQuery(lastData(thing.devid)).data;
  const send = useSendCommand(tenantId, thing.devid);
  const read = useSendCommand(tenantId, thing.devid);
  const form = useId();
  const [chosen, setGroup] = useState('');
  const [asking, setAsking] = useState(false);

  const group = chosen || (dictionary.settings[0]?.group ?? '');
  const known: Values = {};
  for (const { key, shown_by } of dictionary.settings) {
    const value = (last?.fields[key] ?? last?.fields[shown_by ?? ''])?.value;
    if (value !== undefined) known[key] = value;
  }
  const { values, problems } = readTyped(dictionary.settings, typed, known, null);
  const differences = differencesOf(dictionary.settings, values, known, null);
  const risk = worstRisk(differences);

  const submit = async () => {
    const keys = Object.fromEntries(differences.map(({ key, to }) => [key, to]));
    const answer = await send.run({ cmd: 'set_config', params: { keys } });
    if (answer?.ok) onType({});
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [wrong] = Object.keys(problems);
    if (wrong) {
      const setting = dictionary.settings.find((each) => each.key === wrong);
      if (setting) setGroup(setting.group);
      requestAnimationFrame(() => document.getElementById(`${form}-${wrong}`)?.focus());
    } else if (differences.length > 0) setAsking(true);
  };
  const ofGroup = dictionary.settings.filter((setting) => setting.group === group);

  return (
    <Card
      title={t('settings.title')}
      description={t('settings.hint')}
      tools={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.8} aria-hidden="true" />}
          loading={read.isPending}
          onClick={() => void read.run({ cmd: 'report', params: { keys: ofGroup.map(({ key }) => key) } })}
        >
          {t('params:read.button')}
        </Button>
      }
    >
      {dictionary.ready ? (
        <form onSubmit={onSubmit} noValidate>
          <ValuesEditor
            id={form}
            dictionary={dictionary}
            known={known}
            packs={null}
            typed={typed}
            problems={problems}
            onType={onType}
            group={group}
            onGroup={setGroup}
            disabled={send.isPending}
          />
          <SettingsFoot
            typed={Object.keys(typed).length}
            changes={differences.length}
            wrong={Object.keys(problems).length}
            pending={send.isPending}
            onDiscard={() => onType({})}
          >
            <CommandAnswer send={send} />
          </SettingsFoot>
        </form>
      ) : (
        <QueryPlaceholder of={dictionary} rows={4} />
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('deviceSettings:difference.ask', { device: thing.devname || thing.devid })}
        confirmLabel={t('deviceSettings:difference.send', { count: differences.length })}
        danger={risk === 'high'}
        {...(risk === 'high' ? { typed: thing.devid } : {})}
        onConfirm={() => void submit()}
      >
        <div className={styles.dialog}>
          <p className={styles.hint}>{t(`deviceSettings:riskText.${risk}`)}</p>
          <DifferenceList dictionary={dictionary} differences={differences} />
        </div>
      </ConfirmDialog>
    </Card>
  );
}
