import type { Life, LifeGap } from '@voltloop/contract/calls/traceability.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card, StatusBadge, type Tone } from '../../ui/index.ts';
import { tracePath } from '../resources/index.ts';
import { RecordLink } from './timeline.tsx';
import styles from './traceability.module.css';

const tones: Record<LifeGap['key'], Tone> = {
  elsewhere: 'danger',
  missing: 'danger',
  reportOverdue: 'danger',
  untested: 'warning',
  noSource: 'warning',
  openingOnly: 'warning',
  codeNew: 'info',
  neverMoved: 'info',
};

/** The gaps of a life; green without any. */
export function GapsCard({ gaps, cut }: Pick<Life, 'gaps' | 'cut'>) {
  const { t } = useTranslation('traceability');
  return (
    <Card title={t('gaps.title')}>
      {gaps.length === 0 && <StatusBadge tone="ok">{t('gaps.none')}</StatusBadge>}
      <ul className={styles.gaps}>
        {gaps.map((gap) => (
          <li key={`${gap.key} ${gap.record?.id}`}>
            <StatusBadge tone={tones[gap.key]}>{t(`gap.${gap.key}`)}</StatusBadge>
            <span className={styles.gapText}>
              {gap.item && (
                <Link className={`${styles.link} ${styles.code}`} to={tracePath(gap.item.kind, gap.item.id)}>
                  {gap.item.code}
                </Link>
              )}
              {gap.count > 1 && <span>{t('gaps.count', { count: gap.count })}</span>}
              {(gap.from || gap.to) && <span>{daysOf(gap)}</span>}
              {gap.record && <RecordLink record={gap.record} />}
              <span className={styles.quiet}>{t(`gapText.${gap.key}`)}</span>
            </span>
          </li>
        ))}
      </ul>
      {cut && <p className={styles.cut}>{t('cut')}</p>}
    </Card>
  );
}

const daysOf = ({ key, from, to }: LifeGap) => {
  if (key === 'missing' && !to) return `${from} –`;
  return from && to && from !== to ? `${from} – ${to}` : (to ?? from);
};
