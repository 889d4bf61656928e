import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWords } from '../../ui/form/use-field-words.ts';
import { decimalsOfStep, StatusBadge, useFormat } from '../../ui/index.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import type { Dictionary, Setting } from '../telemetry/index.ts';
import styles from './setting-field.module.css';
import type { SettingProblem } from './setting-fields.ts';

/** The fields of a settings form, side by side if there is space. */
export function SettingFields(props: { label: string; disabled?: boolean; children: ReactNode }) {
  return (
    <fieldset className={styles.fields} disabled={props.disabled} aria-label={props.label}>
      {props.children}
    </fieldset>
  );
}

interface SettingFieldProps {
  id: string;
  setting: Setting;
  /** The key that is sent; contains the pack number for a single pack. */
  settingKey: string;
  label: string;
  dictionary: Dictionary;
  /** The device's present value, if known. */
  present: number | undefined;
  /** Text shown instead of the present value; null without a device: a template, a batch. */
  now?: string | null;
  text: string | undefined;
  problem: SettingProblem | undefined;
  /** Null reverts the change. */
  onType: (text: string | null) => void;
}

/** One setting: name and risk, input, present value, limits and default. */
export function SettingField(props: SettingFieldProps) {
  const { id, setting, settingKey, label, dictionary, present, text, problem } = props;
  const { t } = useTranslation('deviceSettings');
  const format = useFormat();
  const fieldWords = useFieldWords();
  const decimals = decimalsOfStep(setting.step ?? 1);
  const ofDevice = props.now !== null;
  const changed = text !== undefined;
  const now =
    props.now !== undefined
      ? props.now
      : present === undefined
        ? t('field.unknown')
        : t('field.present', { value: dictionary.settingValue(setting.key, present) });
  const range =
    setting.min === undefined || setting.max === undefined
      ? null
      : t('field.range', {
          min: format.number(setting.min, decimals),
          max: format.number(setting.max, decimals),
          unit: setting.unit,
        });
  const usual = t('field.default', { value: dictionary.settingValue(setting.key, setting.default) });
  const words = [now, range, usual].filter(Boolean).join(' · ');
  const type = (next: string) => {
    const back = present === undefined ? next.trim() === '' : next.trim() === String(present);
    props.onType(back ? null : next);
  };
  const common = {
    id,
    error:
      problem &&
      (problem.key === 'unreadable'
        ? fieldWords({ message: problem.problem })
        : t(`field.problem.${problem.key}`, { ...problem })),
    // The words below are not within Mantine's own wrapper, which alone sets the description.
    description: words,
    descriptionProps: { className: 'visually-hidden' },
    styles: { wrapper: { marginBottom: 0 } },
    value: text ?? (present === undefined ? '' : String(present)),
  };
  return (
    <div className={styles.field} data-changed={changed || undefined}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {setting.risk === 'high' && (
          <StatusBadge tone="danger" variant="plain">
            {t('field.dangerous')}
          </StatusBadge>
        )}
      </div>
      <div className={styles.input}>
        {setting.values ? (
          <NativeSelect
            {...common}
            onChange={(event) => type(event.currentTarget.value)}
            data={[
              ...(present === undefined ? [{ value: '', label: NO_VALUE }] : []),
              ...Object.keys(setting.values).map((each) => ({
                value: each,
                label: dictionary.settingValue(setting.key, Number(each)),
              })),
            ]}
          />
        ) : (
          <TextInput
            {...common}
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            rightSection={setting.unit && <span className={styles.unit}>{setting.unit}</span>}
            rightSectionPointerEvents="none"
            onChange={(event) => type(event.currentTarget.value)}
          />
        )}
        {changed && (
          <Button
            className={styles.takeBack}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
            aria-label={t(ofDevice ? 'field.takeBackOf' : 'field.removeOf', { name: label })}
            onClick={() => props.onType(null)}
          >
            {t(ofDevice ? 'field.takeBack' : 'field.remove')}
          </Button>
        )}
      </div>
      <p className={styles.words}>
        {changed && ofDevice && <strong>{t('field.changed')}</strong>}
        <span aria-hidden="true">{words}</span>
        <span className={styles.code}>{settingKey}</span>
      </p>
    </div>
  );
}
