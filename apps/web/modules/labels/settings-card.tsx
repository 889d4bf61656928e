import { Checkbox, Group, SegmentedControl, Select } from '@mantine/core';
import { keyWith } from '@voltloop/domain/checks/check.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { useFieldWords } from '../../ui/form/use-field-words.ts';
import { Card } from '../../ui/index.ts';
import { fitsSheet, type Printer, presets, printers, type Symbology } from './geometry.ts';
import { facts } from './label-lines.ts';
import styles from './labels.module.css';
import { changeLabels, changeSize, type LabelSettings } from './labels-state.ts';

const symbologies: Symbology[] = ['datamatrix', 'qr', 'code128'];
const OWN = 'own';

interface NumberProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  unit?: string;
}

/** A number within limits, whole unless its step is finer; invalid input changes nothing. */
function Measure({ label, value, onChange, unit = '', step = 1, ...bounds }: NumberProps) {
  const words = useFieldWords();
  const [typed, setTyped] = useState<number | string>(value);
  const fits = (given: number | string): given is number =>
    typeof given === 'number' &&
    given >= bounds.min &&
    given <= bounds.max &&
    (step < 1 || Number.isInteger(given));
  return (
    <DecimalInput
      label={label}
      value={fits(typed) ? value : typed}
      onChange={(next) => {
        setTyped(next);
        if (fits(next)) onChange(next);
      }}
      error={fits(typed) ? undefined : words({ message: keyWith('check.range', bounds) })}
      step={step}
      suffix={unit}
      {...bounds}
    />
  );
}

/** The design of the labels and the paper. */
export function SettingsCard({ settings }: { settings: LabelSettings }) {
  const { t } = useTranslation('labels');
  const { width, height, sheet } = settings;
  const preset = presets.find((each) => each.width === width && each.height === height)?.id ?? OWN;
  const onSheet = (change: Partial<typeof sheet>) => changeLabels({ sheet: { ...sheet, ...change } });
  const places = sheet.columns * sheet.rows;
  return (
    <Card title={t('settings.title')}>
      <div className={styles.settings}>
        <Select
          label={t('settings.symbology')}
          data={symbologies.map((value) => ({ value, label: t(`symbology.${value}`) }))}
          value={settings.symbology}
          onChange={(value) => value && changeLabels({ symbology: value as Symbology })}
          allowDeselect={false}
        />
        <Select
          label={t('settings.size')}
          data={[
            ...presets.map(({ id, width: w, height: h }) => ({ value: id, label: `${w} × ${h} mm` })),
            { value: OWN, label: t('settings.own') },
          ]}
          value={preset}
          onChange={(value) => {
            const next = presets.find(({ id }) => id === value);
            if (next) changeSize(next.width, next.height);
            else changeSize(width + 1, height);
          }}
          allowDeselect={false}
        />
        {preset === OWN && (
          <Group grow gap="sm">
            <Measure
              label={t('settings.width')}
              value={width}
              min={15}
              max={210}
              step={0.5}
              unit="mm"
              onChange={(w) => changeSize(w, height)}
            />
            <Measure
              label={t('settings.height')}
              value={height}
              min={8}
              max={297}
              step={0.5}
              unit="mm"
              onChange={(h) => changeSize(width, h)}
            />
          </Group>
        )}
        <Select
          label={t('settings.printer')}
          description={t('settings.printerHint')}
          data={Object.keys(printers).map((value) => ({ value, label: t(`printer.${value}`) }))}
          value={settings.printer}
          onChange={(value) => value && changeLabels({ printer: value as Printer })}
          allowDeselect={false}
        />
        <Checkbox.Group
          label={t('settings.facts')}
          value={[...settings.facts]}
          onChange={(chosen) => changeLabels({ facts: facts.filter((fact) => chosen.includes(fact)) })}
        >
          <Group gap="md" mt={6}>
            {facts.map((fact) => (
              <Checkbox key={fact} value={fact} label={t(`fact.${fact}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        <div>
          <div className={styles.legend}>{t('settings.paper')}</div>
          <SegmentedControl
            fullWidth
            aria-label={t('settings.paper')}
            data={(['sheet', 'roll'] as const).map((value) => ({ value, label: t(`paper.${value}`) }))}
            value={settings.paper}
            onChange={(value) => changeLabels({ paper: value as LabelSettings['paper'] })}
          />
        </div>
        {settings.paper === 'sheet' && (
          <>
            <Group grow gap="sm">
              <Measure
                label={t('settings.columns')}
                value={sheet.columns}
                min={1}
                max={20}
                onChange={(columns) => onSheet({ columns })}
              />
              <Measure
                label={t('settings.rows')}
                value={sheet.rows}
                min={1}
                max={40}
                onChange={(rows) => onSheet({ rows })}
              />
            </Group>
            <Group grow gap="sm">
              <Measure
                label={t('settings.left')}
                value={sheet.left}
                min={0}
                max={200}
                step={0.5}
                unit="mm"
                onChange={(left) => onSheet({ left })}
              />
              <Measure
                label={t('settings.top')}
                value={sheet.top}
                min={0}
                max={290}
                step={0.5}
                unit="mm"
                onChange={(top) => onSheet({ top })}
              />
            </Group>
            <Group grow gap="sm">
              <Measure
                label={t('settings.gapX')}
                value={sheet.gapX}
                min={0}
                max={50}
                step={0.5}
                unit="mm"
                onChange={(gapX) => onSheet({ gapX })}
              />
              <Measure
                label={t('settings.gapY')}
                value={sheet.gapY}
                min={0}
                max={50}
                step={0.5}
                unit="mm"
                onChange={(gapY) => onSheet({ gapY })}
              />
            </Group>
            <Measure
              label={t('settings.skip')}
              value={settings.skip}
              min={0}
              max={places - 1}
              onChange={(skip) => changeLabels({ skip })}
            />
            {!fitsSheet(sheet, settings) && (
              <p role="alert" className={styles.wrong}>
                {t('settings.offPaper')}
              </p>
            )}
          </>
        )}
        <Measure
          label={t('settings.copies')}
          value={settings.copies}
          min={1}
          max={20}
          onChange={(copies) => changeLabels({ copies })}
        />
      </div>
    </Card>
  );
}
