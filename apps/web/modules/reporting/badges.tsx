import type { Report } from '@voltloop/contract/calls/reporting.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { DueDay, StatusBadge, type Tone, useFormat } from '../../ui/index.ts';
import styles from './reporting.module.css';

const tones: Readonly<Record<number, Tone>> = { 1: 'neutral', 2: 'info', 3: 'ok', 4: 'danger' };

/** The language of option lists. */
export function useListLanguage(): 'en' | 'zh' {
  return languageOf(useFormat().language);
}

/** The reporting state of a record. */
export function StateBadge({ report: { state, voided } }: { report: Pick<Report, 'state' | 'voided'> }) {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  if (voided) return <StatusBadge tone="neutral">{t('voided')}</StatusBadge>;
  return (
    <StatusBadge tone={tones[state] ?? 'neutral'}>{optionLabel('reportedState', state, of)}</StatusBadge>
  );
}

/** The due day of a record, and whether it is overdue. */
export function Due({
  report,
  today,
}: {
  report: Pick<Report, 'dueDay' | 'overdue' | 'state'>;
  today: string | undefined;
}) {
  const { t } = useTranslation('reporting');
  const { dueDay, overdue, state } = report;
  if (dueDay === null) return <span className={styles.quiet}>{t('notStarted')}</span>;
  const late = overdue ? 'overdue' : state !== 3 && dueDay === today ? 'today' : null;
  if (!late) return dueDay;
  return (
    <DueDay tone={late === 'overdue' ? 'danger' : 'warning'} word={t(`due.${late}`)}>
      {dueDay}
    </DueDay>
  );
}
