import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rights } from '@voltloop/contract/rights.ts';
import { codesWithin } from '@voltloop/domain/battery-code/index.ts';
import { normalizeDecimal } from '@voltloop/domain/checks/read-decimal.ts';
import { optionsOf } from '@voltloop/domain/options/index.ts';
import { inputOf, type LineField } from '@voltloop/resource-kit';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { useMayOpen } from '../../context/may-open.ts';
import { useRight } from '../../context/rights.ts';
import { useFieldWords } from '../../ui/form/use-field-words.ts';
import { useFormat } from '../../ui/index.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import { CodeParts } from '../codes/index.ts';
import { PrintLabel } from '../labels/index.ts';
import { oneStore } from '../stock/index.ts';
import styles from './intake.module.css';
import { saveIntake, storedIntake } from './intake-kept.ts';
import { ScanField } from './scan-field.tsx';
import type { Scans } from './use-scans.ts';

/** In the order of the keys. */
const NAMES = ['kg', 'condition', 'location', 'remark'] as const;
type Name = (typeof NAMES)[number];
type Typed = Record<Name, string>;
const NOTHING: Typed = { kg: '', condition: '', location: '', remark: '' };

export interface IntakeProps {
  scans: Scans;
  fields: Readonly<Record<string, LineField>>;
  /** The store whose locations are suggested; empty without one. */
  storeId: string;
}

/**
 * Takes in one battery after the other, without the mouse: its code is scanned and explained, its mass typed, and Enter
 * saves the line, prints the label and waits for the next code. Scanning the next code into the mass field saves without
 * a mass.
 */
export function Intake({ scans, fields, storeId }: IntakeProps) {
  const { t } = useTranslation('documents');
  const [code, setCode] = useState<string | null>(null);
  // Kept for the next battery: those of a pallet go to the same place in the same condition.
  const [typed, setTyped] = useState(NOTHING);
  const [wrong, setWrong] = useState<Partial<Typed>>({});
  const [prints, setPrints] = useState(() => storedIntake().prints);
  const [printing, setPrinting] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const mayPrint = useRight(rights.labels);
  const words = useFieldWords();
  const readCode = (text: string) => {
    const read = scans.read(text);
    if (read !== null) setCode(read);
    return read !== null;
  };
  const save = () => {
    if (code === null) return;
    const next = codesWithin(typed.kg)[0];
    if (next === undefined) return void keep(typed);
    // The next code was scanned before the mass was entered.
    if (keep({ ...typed, kg: '' })) readCode(next);
  };
  const keep = (typed: Typed): boolean => {
    if (code === null) return false;
    const found: Partial<Typed> = {};
    const line: Partial<Typed> = {};
    for (const name of NAMES) {
      const field = fields[name];
      const text = name === 'kg' ? normalizeDecimal(typed[name]) : typed[name].trim();
      if (!field || text === '') continue;
      const read = inputOf(field).safeParse(text);
      if (read.success) line[name] = String(read.data);
      else found[name] = words({ message: read.error.issues[0]?.message ?? '' }) ?? t('intake.wrong');
    }
    setWrong(found);
    if (Object.keys(found).length > 0) return false;
    scans.add({ code, ...line });
    setFailed(null);
    if (prints && mayPrint) setPrinting(code);
    setTyped({ ...typed, kg: '', remark: '' });
    setCode(null);
    return true;
  };
  return (
    <>
      {code === null ? (
        <ScanField scans={{ ...scans, one: readCode }} first focusNow />
      ) : (
        <Fields
          key={code}
          code={code}
          fields={fields}
          storeId={storeId}
          typed={typed}
          wrong={wrong}
          onType={(next) => setTyped({ ...typed, ...next })}
          onSave={save}
          onLeave={() => setCode(null)}
        />
      )}
      {mayPrint && (
        <Checkbox
          mt="xs"
          size="sm"
          label={t('intake.prints')}
          checked={prints}
          onChange={({ currentTarget: { checked } }) => {
            setPrints(checked);
            saveIntake({ prints: checked });
          }}
        />
      )}
      {failed && (
        <p role="alert" className={styles.failed}>
          {t('intake.noLabel', { code: failed })}
        </p>
      )}
      {printing && (
        <PrintLabel
          key={printing}
          code={printing}
          onDone={(printed) => {
            if (!printed) setFailed(printing);
            setPrinting(null);
          }}
        />
      )}
    </>
  );
}

const firstInput = (form: HTMLFormElement | null) => form?.querySelector('input');

interface FieldsProps extends Pick<IntakeProps, 'fields' | 'storeId'> {
  code: string;
  typed: Typed;
  wrong: Partial<Typed>;
  onType: (next: Partial<Typed>) => void;
  onSave: () => void;
  onLeave: () => void;
}

function Fields({ code, fields, storeId, typed, wrong, onType, onSave, onLeave }: FieldsProps) {
  const { t } = useTranslation('documents');
  const { language } = useFormat();
  const of = languageOf(language);
  const form = useRef<HTMLFormElement>(null);
  const maySeeStock = useMayOpen()('/backoffice/stock');
  const { data: store } = useQuery({ ...oneStore(storeId, ''), enabled: maySeeStock && storeId !== '' });
  const shown = NAMES.filter((name) => name in fields);
  // Before the next key arrives.
  useLayoutEffect(() => firstInput(form.current)?.focus(), []);
  // Again after the dialog has moved the focus from the removed field.
  useEffect(() => {
    const timer = setTimeout(() => {
      const first = firstInput(form.current);
      const { activeElement } = document;
      if (activeElement === first || !form.current?.contains(activeElement)) first?.focus();
    });
    return () => clearTimeout(timer);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      // The desk stays open: only this battery is cancelled.
      event.stopPropagation();
      onLeave();
    }
    if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    onSave();
  };
  const labelOf = (field: LineField | undefined) => {
    const label = field?.label[of] ?? '';
    return field?.kind === 'decimal' && field.unit ? `${label} (${field.unit})` : label;
  };
  const common = (name: Name) => ({
    // Otherwise Escape would close the desk before this form receives it.
    'data-mantine-stop-propagation': 'true',
    label: labelOf(fields[name]),
    value: typed[name],
    error: wrong[name],
    onChange: (event: { currentTarget: { value: string } }) => onType({ [name]: event.currentTarget.value }),
  });
  const input = (name: Name) => {
    const field = fields[name];
    if (field?.kind === 'option')
      return (
        <NativeSelect
          key={name}
          {...common(name)}
          data={[
            { value: '', label: NO_VALUE },
            ...optionsOf(field.list, of).map(({ value, label }) => ({ value: String(value), label })),
          ]}
        />
      );
    return (
      <TextInput
        key={name}
        {...common(name)}
        autoComplete="off"
        inputMode={name === 'kg' ? 'decimal' : 'text'}
        list={name === 'location' ? 'intake-locations' : undefined}
        maxLength={field?.kind === 'text' ? field.max : 400}
      />
    );
  };
  return (
    <form
      ref={form}
      className={styles.intake}
      aria-label={t('intake.of', { code })}
      data-scan="own"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <p className={styles.code}>{code}</p>
      <CodeParts code={code} />
      <div className={styles.fields}>{shown.map(input)}</div>
      <datalist id="intake-locations">
        {store?.list.map((each) => each.code && <option key={each.code} value={each.code} />)}
      </datalist>
      <div className={styles.buttons}>
        <span className={styles.hint}>{t('intake.hint')}</span>
        <Button variant="default" size="xs" onClick={onLeave}>
          {t('intake.leave')}
        </Button>
        <Button type="submit" size="xs">
          {t('intake.save')}
        </Button>
      </div>
    </form>
  );
}
