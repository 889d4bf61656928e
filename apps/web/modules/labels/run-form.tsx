import { Button, Group, Select, TextInput } from '@mantine/core';
import { MAX_LABELS } from '@voltloop/contract/calls/battery-codes.ts';
import {
  codeRun,
  generate,
  type PartName,
  partNames,
  type Words,
} from '@voltloop/domain/battery-code/index.ts';
import { keyWith } from '@voltloop/domain/checks/check.ts';
import { type OptionValue, optionsOf } from '@voltloop/domain/options/index.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { DayInput } from '../../ui/form/day-input.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { useFieldWords } from '../../ui/form/use-field-words.ts';
import { useUnsavedValues } from '../../ui/form/use-unsaved-values.ts';
import { useLocalized } from '../codes/index.ts';
import styles from './labels.module.css';
import { addCodes } from './labels-state.ts';

interface Making {
  form: 'original' | 'echelon';
  maker: string;
  productType: string;
  chemistry: string;
  spec: string;
  trace: string;
  date: string;
  serial: number | string;
  count: number | string;
}

const isCount = (count: number | string): count is number =>
  typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= MAX_LABELS;

/** Generates a series of codes, from the parts of the first one. */
export function RunForm({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useTranslation('labels');
  const language = languageOf(i18n.language);
  const localized = useLocalized();
  const words = useFieldWords();
  const [making, setMaking] = useState<Making>({
    form: 'echelon',
    maker: '',
    productType: '1',
    chemistry: 'B',
    spec: '',
    trace: '',
    date: chinaDay(new Date()),
    serial: 1,
    count: 10,
  });
  useUnsavedValues(making);
  const [wrong, setWrong] = useState<{ part: PartName; words: Words } | null>(null);
  const change = (next: Partial<Making>) => {
    setMaking({ ...making, ...next });
    setWrong(null);
  };
  const text = (part: 'maker' | 'spec' | 'trace', length: number) => ({
    label: localized(partNames[part]),
    value: making[part],
    maxLength: length,
    error: wrong?.part === part && localized(wrong.words),
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [part]: event.currentTarget.value.normalize('NFKC').toUpperCase() }),
  });
  const make = (event: FormEvent) => {
    event.preventDefault();
    const { count } = making;
    if (!isCount(count)) return;
    const made = generate({
      ...making,
      // Not a number: the check of the serial reports it.
      serial: Number(making.serial),
      productType: Number(making.productType) as OptionValue<'productType'>,
      chemistry: making.chemistry as OptionValue<'chemistry'>,
    });
    if (made.wrong) return setWrong(made.wrong);
    addCodes(codeRun(made.code, count));
    onDone();
  };
  const choices = (list: 'productType' | 'chemistry') =>
    optionsOf(list, language).map(({ value, label }) => ({ value: String(value), label }));
  return (
    <form className={styles.run} onSubmit={make} data-scan="own">
      <Select
        label={t('run.form')}
        data={(['echelon', 'original'] as const).map((value) => ({ value, label: t(`run.${value}`) }))}
        value={making.form}
        onChange={(form) => form && change({ form: form as Making['form'] })}
        allowDeselect={false}
      />
      <div className={styles.two}>
        <TextInput {...text('maker', 3)} />
        <TextInput {...text('spec', 2)} />
        <Select
          label={localized(partNames.product)}
          data={choices('productType')}
          value={making.productType}
          onChange={(productType) => productType && change({ productType })}
          allowDeselect={false}
        />
        <Select
          label={localized(partNames.chemistry)}
          data={choices('chemistry')}
          value={making.chemistry}
          onChange={(chemistry) => chemistry && change({ chemistry })}
          allowDeselect={false}
        />
        {making.form === 'original' && <TextInput {...text('trace', 7)} />}
        <DayInput
          label={localized(partNames.date)}
          value={making.date}
          error={wrong?.part === 'date' && localized(wrong.words)}
          onChange={(date) => change({ date })}
        />
        <DecimalInput
          label={t('run.first')}
          value={making.serial}
          step={1}
          min={1}
          max={9_999_999}
          error={wrong?.part === 'serial' && localized(wrong.words)}
          onChange={(serial) => change({ serial })}
        />
        <DecimalInput
          label={t('run.count')}
          value={making.count}
          step={1}
          min={1}
          max={MAX_LABELS}
          error={
            !isCount(making.count) && words({ message: keyWith('check.range', { min: 1, max: MAX_LABELS }) })
          }
          onChange={(count) => change({ count })}
        />
      </div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          {t('run.cancel')}
        </Button>
        <Button type="submit">{t('run.make')}</Button>
      </Group>
    </form>
  );
}
