import type { Recovery } from '@voltloop/contract/calls/works.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { AllowedLink } from '../../ui/allowed-link.tsx';
import { type FactsColumn, FactsTable } from '../../ui/facts/facts-table.tsx';
import { NO_VALUE, StatusBadge, useFormat } from '../../ui/index.ts';
import { newLink } from '../resources/index.ts';
import styles from './works.module.css';

const UNIT = 'kg';
type Recovered = Recovery['elements'][number];

/** Metal in and out, by element, compared with the required share. */
export function RecoveryTable({ label, elements }: { label: string; elements: Recovery['elements'] }) {
  const { t } = useTranslation('works');
  const { language, number } = useFormat();
  const of = languageOf(language);
  const columns: FactsColumn<Recovered>[] = [
    {
      id: 'element',
      header: t('recovery.element'),
      name: true,
      cell: ({ element }) => optionLabel('element', element, of),
    },
    {
      id: 'in',
      header: t('recovery.in'),
      number: true,
      cell: ({ inKg }) => `${number(Number(inKg), 1)} ${UNIT}`,
    },
    {
      id: 'out',
      header: t('recovery.out'),
      number: true,
      cell: ({ outKg }) => `${number(Number(outKg), 1)} ${UNIT}`,
    },
    {
      id: 'pct',
      header: t('recovery.pct'),
      number: true,
      cell: ({ pct }) => (pct === null ? NO_VALUE : `${number(Number(pct), 2)} %`),
    },
    {
      id: 'target',
      header: t('recovery.target'),
      wide: true,
      cell: ({ targets }) => <TargetBadges targets={targets} />,
    },
  ];
  return <FactsTable label={label} columns={columns} rows={elements} keyOf={({ element }) => element} />;
}

/** The required share, whether it is reached, and from when it applies. */
export function TargetBadges({ targets }: Pick<Recovered, 'targets'>) {
  const { t } = useTranslation('works');
  const of = languageOf(useFormat().language);
  if (targets.length === 0) return NO_VALUE;
  return (
    <span className={styles.targets}>
      {targets.map(({ pct, met, from, clause }) => (
        <StatusBadge wrap key={clause.en} tone={met === null ? 'neutral' : met ? 'ok' : 'warning'}>
          ≥ {pct} % · {clause[of]}
          {met === null && ` · ${t('recovery.from', { day: from })}`}
        </StatusBadge>
      ))}
    </span>
  );
}

/** Goods without a known metal content; lots have a link to a new assay. */
export function UnknownGoods({ unknown }: { unknown: Recovery['unknown'] }) {
  const { t } = useTranslation('works');
  if (unknown.length === 0) return null;
  return (
    <p className={styles.note}>
      {t('recovery.unknown')}{' '}
      {unknown.slice(0, MOST).map(({ goods, side, kg, coded }) => {
        const name = `${goods} (${kg} ${UNIT})`;
        return (
          <span key={`${side} ${goods}`} className={styles.goods}>
            {coded ? (
              name
            ) : (
              <AllowedLink className="link" to={newLink('assay', { lotNo: goods })}>
                {name}
              </AllowedLink>
            )}
          </span>
        );
      })}
      {unknown.length > MOST && t('recovery.more', { count: unknown.length - MOST })}
    </p>
  );
}
/** Number of listed goods. */
const MOST = 20;
