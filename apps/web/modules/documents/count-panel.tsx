import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { ErrorState, formatDecimal, StatusBadge, type Tone, useFormat } from '../../ui/index.ts';
import { NO_VALUE } from '../../ui/text/format.ts';
import styles from './count-panel.module.css';
import { type Differences, differences } from './queries.ts';

/** Throttles the refetch: scans come faster than differences load. */
const SETTLES_ms = 500;

const tones: Readonly<Record<string, Tone>> = {
  asBooked: 'ok',
  missing: 'danger',
  surplus: 'warning',
  misplaced: 'warning',
  elsewhere: 'warning',
  outside: 'danger',
  unknown: 'danger',
  inside: 'info',
  moved: 'info',
  uncounted: 'neutral',
};

/** The differences between a count and the ledger, refetched when its lines have been saved. */
export function useDifferences(kind: string, id: string, counts: boolean, saves: number) {
  const [settledSaves] = useDebouncedValue(saves, SETTLES_ms);
  return useQuery({
    ...differences(kind, id, settledSaves),
    enabled: counts,
    placeholderData: keepPreviousData,
  });
}

type Found = ReturnType<typeof useDifferences>;

/** The differences of a count: their number by kind, and the goods. */
export function CountPanel({ found }: { found: Found }) {
  const { t } = useTranslation('documents');
  const { language } = useFormat();
  const zh = languageOf(language);
  if (found.error) return <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return null;
  const { sums, list } = found.data;
  const words = (finding: string) => optionLabel('countFinding', finding, zh);
  const more = sums.reduce((all, { finding, goods }) => all + (finding === 'asBooked' ? 0 : goods), 0);
  return (
    <section className={styles.count} aria-label={t('count.title')} aria-busy={found.isFetching}>
      <p role="status" className={styles.sums}>
        {sums.length === 0 && t('count.nothing')}
        {sums.map(({ finding, goods, pieces, kg }) => (
          <StatusBadge key={finding} tone={tones[finding] ?? 'neutral'}>
            {words(finding)}{' '}
            {[
              pieces > 0 && t('count.pieces', { count: pieces }),
              kg !== '0' && `${formatDecimal(kg, 0, language)} kg`,
            ]
              .filter(Boolean)
              .join(' · ') || goods}
          </StatusBadge>
        ))}
      </p>
      {list.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable
        <section className={styles.box} tabIndex={0} aria-label={t('count.list')}>
          <table className={styles.table}>
            <thead>
              <tr>
                {(['finding', 'goods', 'booked', 'counted', 'kg'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`count.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.map((each) => (
                <DifferenceRow key={keyOf(each)} each={each} word={words(each.finding)} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {more > list.length && <p className={styles.more}>{t('count.more', { count: more - list.length })}</p>}
    </section>
  );
}

type Difference = Differences['list'][number];

const keyOf = ({ clientKey, code, lotNo, bookedLocation }: Difference) =>
  clientKey ?? `${code} ${lotNo} ${bookedLocation}`;

function DifferenceRow({ each, word }: { each: Difference; word: string }) {
  const { t, i18n } = useTranslation('documents');
  const { finding, code, lotNo, bookedStore, bookedLocation, location, kg } = each;
  const cells = {
    booked: [bookedStore, bookedLocation].filter(Boolean).join(' / '),
    counted: finding === 'missing' ? null : location,
    kg: kg && formatDecimal(kg, 0, i18n.language),
  };
  return (
    <tr>
      <td>
        <StatusBadge tone={tones[finding] ?? 'neutral'} variant="plain">
          {word}
        </StatusBadge>
      </td>
      <td className={styles.code}>{code ?? lotNo}</td>
      {Object.entries(cells).map(([name, value]) => (
        <td
          key={name}
          data-label={t(`count.${name as keyof typeof cells}`)}
          data-bare={!value || undefined}
          data-number={name === 'kg' || undefined}
        >
          {value || NO_VALUE}
        </td>
      ))}
    </tr>
  );
}
