import { Button, Group, TagsInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { exportMatching, type Matched, runMatching } from '@voltloop/contract/calls/testing.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { houseLimits } from '@voltloop/domain/matching/limits.ts';
import { type FormEvent, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { languageOf } from '../../context/language-of.ts';
import { useRight } from '../../context/rights.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { useUnsavedValues } from '../../ui/form/use-unsaved-values.ts';
import { Card, ErrorWords, Failure, PageHeader } from '../../ui/index.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { ReferenceSelect } from '../resources/index.ts';
import { type BothLimits, LimitsTable, limitsOf, type TypedLimits } from './limits-table.tsx';
import { MatchedPacks } from './matched-packs.tsx';
import { PastRuns } from './past-runs.tsx';
import { matchingRun } from './queries.ts';
import styles from './testing.module.css';

/** Chooses a store, a list of parts and limits, and shows the resulting packs. Each run has its own URL. */
export default function MatchingPage() {
  const { t } = useTranslation('testing');
  const describe = useContext(ErrorWords);
  const client = useQueryClient();
  const may = useRight(rights.matching.run);
  const [params, setParams] = useSearchParams();
  const id = params.get('run') ?? '';
  const [storeId, setStoreId] = useState('');
  const [bomId, setBomId] = useState('');
  const [grades, setGrades] = useState<string[]>([]);
  const [seed, setSeed] = useState<number | string>(1);
  const [limits, setLimits] = useState<TypedLimits>(houseLimits);
  const saved = useUnsavedValues({ storeId, bomId, grades, seed, limits });
  const found = useQuery({ ...matchingRun(id), enabled: id !== '' });
  const running = useMutation({
    mutationFn: (body: { seed: number; limits: BothLimits }) =>
      call(runMatching, { body: { storeId, bomId, grades, ...body } }),
    onSuccess: (run) => {
      saved();
      void client.invalidateQueries({ queryKey: ['matching', 'runs'] });
      setParams({ run: run.id }, { preventScrollReset: true });
    },
  });
  const numbers = limitsOf(limits);
  const asked = numbers && typeof seed === 'number' ? { seed, limits: numbers } : null;
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (storeId && bomId && asked) running.mutate(asked);
  };
  return (
    <div className={styles.page}>
      <PageHeader title={t('matching.title')} description={t('matching.description')} />
      {may && (
        <Card>
          <form onSubmit={start} className={styles.form}>
            <div className={styles.fields}>
              <ReferenceSelect
                to="store"
                label={t('matching.store')}
                required
                value={storeId}
                onChange={(next) => setStoreId(next)}
              />
              <ReferenceSelect
                to="bom"
                label={t('matching.bom')}
                required
                value={bomId}
                onChange={(next) => setBomId(next)}
              />
              <TagsInput
                label={t('matching.grades')}
                placeholder={grades.length === 0 ? t('matching.allGrades') : ''}
                value={grades}
                onChange={setGrades}
                maxTags={20}
              />
              <DecimalInput label={t('matching.seed')} value={seed} onChange={setSeed} />
            </div>
            <LimitsTable limits={limits} onChange={setLimits} />
            <Failure text={running.error ? describe(running.error) : ''} />
            <Group justify="flex-end">
              <Button type="submit" loading={running.isPending} disabled={!storeId || !bomId || !asked}>
                {t('matching.run')}
              </Button>
            </Group>
          </form>
        </Card>
      )}
      {id === '' ? null : found.data ? (
        <Result run={found.data} />
      ) : (
        <QueryPlaceholder of={found} rows={6} compact={false} />
      )}
      <PastRuns shown={id} />
    </div>
  );
}

function Result({ run }: { run: Matched }) {
  const { t, i18n } = useTranslation('testing');
  const language = languageOf(i18n.language);
  const save = (format: 'xlsx' | 'csv') =>
    void downloadFile(exportMatching, { query: { id: run.id, format, language } });
  return (
    <Card
      title={t('matching.result', { bom: run.bom, store: run.store })}
      description={t('matching.asked', {
        connected: `${run.series}S${run.parallel}P`,
        grades: run.asked.grades.join(t('comma')) || t('matching.allGrades'),
        seed: run.asked.seed,
        capacity: run.asked.limits.series.capacity_pct,
        dcir: run.asked.limits.series.dcir_pct,
        ocv: run.asked.limits.series.ocv_mV,
      })}
      tools={
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => save('xlsx')}>
            {t('matching.xlsx')}
          </Button>
          <Button size="xs" variant="default" onClick={() => save('csv')}>
            {t('matching.csv')}
          </Button>
        </Group>
      }
    >
      <MatchedPacks run={run} />
    </Card>
  );
}
