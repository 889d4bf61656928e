import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { HealthProposal } from '@voltloop/contract/calls/testing.ts';
import { normalizeDecimal } from '@voltloop/domain/checks/read-decimal.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExactInput } from '../../ui/form/exact-input.tsx';
import {
  Card,
  EmptyState,
  ErrorState,
  NO_VALUE,
  SkeletonRows,
  StatRow,
  StatTile,
  useFormat,
} from '../../ui/index.ts';
import type { Row } from '../resources/index.ts';
import { proposalOf } from './queries.ts';
import styles from './testing.module.css';

/** A proposed state of health of a connected battery from its own telemetry. It is not a test, and gives no grade. */
export function ProposalPanel({ row }: { row: Row }) {
  const { t } = useTranslation('testing');
  const [rated, setRated] = useState('');
  const [requested] = useDebouncedValue(normalizeDecimal(rated), 400);
  const valid = /^\d{1,6}(\.\d{1,3})?$/.test(requested) && Number(requested) > 0;
  const found = useQuery({ ...proposalOf(String(row.devid), requested), enabled: valid });
  return (
    <Card>
      <p className={styles.note}>{t('proposal.text')}</p>
      <ExactInput label={t('proposal.rated')} value={rated} onChange={setRated} maw={240} mb="md" />
      {!valid ? (
        <EmptyState compact title={t('proposal.enter')} />
      ) : found.isPending ? (
        <SkeletonRows rows={3} />
      ) : found.error ? (
        <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Proposal found={found.data} />
      )}
    </Card>
  );
}

function Proposal({ found }: { found: HealthProposal }) {
  const { t } = useTranslation('testing');
  const { number, date } = useFormat();
  const { soh_pct, uncertainty_pct, capacity_Ah, resistance_mOhm, temperature_C, cycles, periods } = found;
  if (found.points === 0) return <EmptyState compact title={t('proposal.none')} />;
  const value = (figure: number | null, unit: string, decimals = 1) =>
    figure === null ? NO_VALUE : `${number(figure, decimals)} ${unit}`;
  return (
    <>
      <StatRow>
        <StatTile
          label={t('proposal.soh')}
          value={value(soh_pct, '%')}
          hint={uncertainty_pct === null ? t('proposal.tooLittle') : `± ${number(uncertainty_pct, 1)} %`}
        />
        <StatTile label={t('proposal.capacity')} value={value(capacity_Ah, 'Ah')} />
        <StatTile
          label={t('proposal.resistance')}
          value={value(resistance_mOhm, 'mΩ')}
          hint={t('proposal.steps', { count: found.steps })}
        />
        <StatTile
          label={t('proposal.temperature')}
          value={value(temperature_C, '℃')}
          hint={cycles === null ? '' : t('proposal.cycles', { count: number(cycles, 0) })}
        />
      </StatRow>
      <h3 className={styles.head}>{t('proposal.periods')}</h3>
      <ul className={styles.list}>
        {periods.map((period) => (
          <li key={period.from}>
            <strong>
              {date(period.from)} – {date(period.to)}
            </strong>
            <span>
              {t('proposal.period', {
                charge: number(period.charge_Ah, 2),
                from: number(period.fromSoc_pct, 1),
                to: number(period.toSoc_pct, 1),
                capacity: number(period.capacity_Ah, 2),
              })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
