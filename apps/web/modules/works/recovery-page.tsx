import { Button, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { exportRecovery, type RecoveryOfYear } from '@voltloop/contract/calls/works.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { useRight } from '../../context/rights.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import {
  Card,
  EmptyState,
  NO_VALUE,
  NoPermission,
  PageHeader,
  StatRow,
  StatTile,
  useFormat,
} from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { recoveryOfYear } from './queries.ts';
import { RecoveryTable, TargetBadges, UnknownGoods } from './recovery-table.tsx';
import { RunsTable } from './runs-table.tsx';
import styles from './works.module.css';

/** Years to choose from. */
const YEARS = 8;

/** The recovery of a year, compared with the targets in force in China and in the EU. */
export default function RecoveryPage() {
  const { t } = useTranslation('works');
  const { language } = useFormat();
  const [params, setParams] = useSearchParams();
  const mayExport = useRight(rights.recovery.export);
  const now = new Date().getFullYear();
  const requested = Number(params.get('year'));
  const year = Number.isInteger(requested) && requested > 2000 && requested <= now ? requested : now;
  const found = useQuery(recoveryOfYear(year));
  if (isRefused(found.error)) return <NoPermission />;
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('year.title')}
        description={t('year.description')}
        tools={
          <>
            <NativeSelect
              aria-label={t('year.year')}
              value={String(year)}
              data={Array.from({ length: YEARS }, (_, n) => String(now - n))}
              onChange={(event) => setParams({ year: event.currentTarget.value })}
            />
            {mayExport && (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} stroke={1.8} />}
                onClick={() =>
                  void downloadFile(exportRecovery, {
                    query: { year, format: 'xlsx', language: languageOf(language) },
                  })
                }
              >
                {t('year.export')}
              </Button>
            )}
          </>
        }
      />
      {found.data ? <Figures found={found.data} /> : <QueryPlaceholder of={found} rows={8} compact={false} />}
    </div>
  );
}

function Figures({ found }: { found: RecoveryOfYear }) {
  const { t } = useTranslation('works');
  const { number } = useFormat();
  const { runs, elements, crushed, powder, efficiency, byRun, unknown } = found;
  if (runs === 0)
    return (
      <Card>
        <EmptyState title={t('year.none')} text={t('year.noneText')} />
      </Card>
    );
  const share = ({ pct }: RecoveryOfYear['powder']) =>
    pct === null ? NO_VALUE : `${number(Number(pct), 2)} %`;
  const masses = ({ inKg, outKg }: RecoveryOfYear['powder']) =>
    t('year.masses', { in: number(Number(inKg), 0), out: number(Number(outKg), 0) });
  return (
    <>
      <StatRow>
        <StatTile label={t('year.efficiency')} value={share(efficiency)} hint={masses(efficiency)} />
        <StatTile label={t('year.powder')} value={share(powder)} hint={masses(powder)} />
        <StatTile label={t('year.runs')} value={number(runs)} />
      </StatRow>
      <Card title={t('year.byMass')}>
        <dl className={styles.asked}>
          <dt>{t('year.efficiency')}</dt>
          <dd>
            <TargetBadges targets={efficiency.targets} />
          </dd>
          <dt>{t('year.powder')}</dt>
          <dd>
            <TargetBadges targets={powder.targets} />
          </dd>
        </dl>
        <p className={styles.note}>{t('year.massNote')}</p>
      </Card>
      <Card title={t('year.hydro')}>
        {elements.length === 0 ? (
          <EmptyState compact title={t('recovery.none')} text={t('recovery.noneText')} />
        ) : (
          <RecoveryTable label={t('year.hydro')} elements={elements} />
        )}
      </Card>
      {crushed.length > 0 && (
        <Card title={t('year.crushed')}>
          <RecoveryTable label={t('year.crushed')} elements={crushed} />
        </Card>
      )}
      <Card title={t('year.byRun')} description={t('year.byRunNote')} padding="flush">
        <RunsTable runs={byRun} />
      </Card>
      <UnknownGoods unknown={unknown} />
    </>
  );
}
