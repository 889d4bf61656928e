import { Button, Checkbox, Group, Progress, Select, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { normalizeDecimal } from '@voltloop/domain/checks/read-decimal.ts';
import { rightOf } from '@voltloop/resource-kit/rights.ts';
import { chinaDay } from '@voltloop/resources/days.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { type DragEvent, type FormEvent, useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRight } from '../../context/rights.ts';
import { DayInput } from '../../ui/form/day-input.tsx';
import { ExactInput } from '../../ui/form/exact-input.tsx';
import { useUnsavedValues } from '../../ui/form/use-unsaved-values.ts';
import {
  Card,
  EmptyState,
  ErrorWords,
  NoPermission,
  PageHeader,
  StatusBadge,
  useFormat,
  useUnsaved,
} from '../../ui/index.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { rowPath } from '../resources/index.ts';
import { MappingForm } from './mapping-form.tsx';
import { savedMappings } from './queries.ts';
import styles from './testing.module.css';
import { type FileState, useImports } from './use-imports.ts';

const toneOf = {
  waiting: 'neutral',
  sending: 'info',
  reading: 'info',
  done: 'ok',
  failed: 'danger',
} as const;

/** Imports files of cyclers, many at once: each becomes a draft test report, or shows its errors. */
export default function ImportPage() {
  const { t } = useTranslation('testing');
  const may = useRight(rightOf(registry.testReport as { menu: number }, 'insert'));
  const imports = useImports();
  const mappings = useQuery({ ...savedMappings, enabled: may });
  const [values, setValues] = useState({
    testDay: chinaDay(new Date()),
    operator: '',
    ambientC: '',
    equipment: '',
    calibrationValidTo: '',
    instrumentPct: '',
  });
  const [mappingId, setMappingId] = useState('');
  const [mapped, setMapped] = useState<File | null>(null);
  const [safe, setSafe] = useState(false);
  const [missing, setMissing] = useState(false);
  const { files, running } = imports;
  useUnsaved(files.some(({ state }) => state !== 'done'));
  const saved = useUnsavedValues({ values, mappingId, safe });
  if (!may) return <NoPermission />;
  const mapping = mappings.data?.find(({ id }) => id === mappingId)?.mapping;
  const text = (name: keyof typeof values) => ({
    label: t(`import.${name}`),
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  });
  const exact = (name: 'ambientC' | 'instrumentPct') => ({
    ...text(name),
    onChange: (typed: string) => setValues({ ...values, [name]: typed }),
  });
  const start = (event: FormEvent) => {
    event.preventDefault();
    setMissing(values.operator.trim() === '');
    if (values.operator.trim() === '') return;
    const run = imports.run({
      ...values,
      ambientC: normalizeDecimal(values.ambientC),
      instrumentPct: normalizeDecimal(values.instrumentPct),
      safe: safe ? 'true' : 'false',
      ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
    });
    void run.then(saved);
  };
  const done = files.filter(({ state }) => state === 'done').length;
  const failed = files.filter(({ state }) => state === 'failed').length;
  return (
    <div className={styles.page}>
      <div>
        <BackLink to="/backoffice/testReport">{t('reports')}</BackLink>
        <PageHeader title={t('import.title')} description={t('import.description')} />
      </div>
      <Card>
        <form onSubmit={start} className={styles.form}>
          <div className={styles.fields}>
            <DayInput
              label={t('import.testDay')}
              value={values.testDay}
              onChange={(testDay) => setValues({ ...values, testDay })}
              required
            />
            <TextInput
              {...text('operator')}
              required
              maxLength={50}
              error={missing && t('import.required')}
            />
            <ExactInput {...exact('ambientC')} description={t('import.ambientHint')} />
            <TextInput {...text('equipment')} maxLength={100} />
            <DayInput
              label={t('import.calibrationValidTo')}
              value={values.calibrationValidTo}
              onChange={(calibrationValidTo) => setValues({ ...values, calibrationValidTo })}
            />
            <ExactInput {...exact('instrumentPct')} />
            <Select
              label={t('import.mapping')}
              placeholder={t('import.known')}
              clearable
              data={(mappings.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={mappingId || null}
              onChange={(id) => setMappingId(id ?? '')}
            />
          </div>
          <Checkbox
            label={t('import.safe')}
            description={t('import.safeText')}
            checked={safe}
            onChange={(event) => setSafe(event.currentTarget.checked)}
          />
          <Chooser onFiles={imports.add} />
          {files.length > 0 && (
            <p role="status" className={styles.note}>
              {t('import.progress', { done, failed, total: files.length })}
            </p>
          )}
          <Group justify="flex-end">
            {running && (
              <Button variant="default" onClick={imports.stop}>
                {t('import.stop')}
              </Button>
            )}
            <Button type="submit" loading={running} disabled={files.length === done}>
              {t('import.start')}
            </Button>
          </Group>
        </form>
      </Card>
      {mapped && (
        <MappingForm
          file={mapped}
          onClose={() => setMapped(null)}
          onSaved={(id) => {
            setMappingId(id);
            setMapped(null);
          }}
        />
      )}
      <Card>
        {files.length === 0 ? (
          <EmptyState compact title={t('import.none')} text={t('import.noneText')} />
        ) : (
          <ul className={styles.files}>
            {files.map((each) => (
              <FileRow
                key={each.key}
                each={each}
                onRemove={running ? null : () => imports.remove(each.key)}
                onMap={() => setMapped(each.file)}
              />
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

function Chooser({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('testing');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is an alternative to the button
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <span>{t('import.drop')}</span>
      <Button variant="default" leftSection={<IconUpload size={15} />} onClick={() => input.current?.click()}>
        {t('import.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('import.choose')}
        accept=".csv,.txt,.xlsx"
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          // So that the same file can be chosen again after it was corrected.
          event.currentTarget.value = '';
          onFiles(chosen);
        }}
      />
    </div>
  );
}

interface FileRowProps {
  each: FileState;
  /** Null during an upload. */
  onRemove: (() => void) | null;
  onMap: () => void;
}

function FileRow({ each: { file, state, share, result, error }, onRemove, onMap }: FileRowProps) {
  const { t } = useTranslation('testing');
  const { number } = useFormat();
  const describe = useContext(ErrorWords);
  return (
    <li>
      <div className={styles.file}>
        <strong>{file.name}</strong>
        <StatusBadge tone={toneOf[state]}>{t(`import.state.${state}`)}</StatusBadge>
      </div>
      {(state === 'sending' || state === 'reading') && (
        <Progress
          value={share * 100}
          animated={state === 'reading'}
          size="sm"
          aria-label={t('import.progressOf', { file: file.name })}
        />
      )}
      {result && (
        <div className={styles.facts}>
          <Link to={rowPath('testReport', result.id)}>{result.no}</Link>
          <span>{result.batteryCode}</span>
          <span>{t('import.found', { maker: t(`maker.${result.maker}`), rows: number(result.rows) })}</span>
          {result.capacityAh && (
            <span>{t('import.capacity', { value: number(Number(result.capacityAh), 2) })}</span>
          )}
          {result.sohPct && <span>{t('import.soh', { value: result.sohPct })}</span>}
          {result.grade && <span>{t('import.grade', { grade: result.grade })}</span>}
        </div>
      )}
      {error !== undefined && state === 'failed' && (
        <div className={styles.facts}>
          <span className={styles.wrong}>{describe(error)}</span>
          <Button size="compact-xs" variant="default" onClick={onMap}>
            {t('import.map')}
          </Button>
        </div>
      )}
      {onRemove && state !== 'done' && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('import.removeOf', { file: file.name })}
          onClick={onRemove}
        >
          {t('import.remove')}
        </Button>
      )}
    </li>
  );
}
