import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../ui/chart/chart.tsx';
import { columns } from '../../ui/chart/columns.ts';
import { Card, EmptyState, ErrorState, NO_VALUE, StatRow, StatTile } from '../../ui/index.ts';
import { FiguresTable } from './figures-table.tsx';
import { ofWorks } from './queries.ts';
import styles from './statistics.module.css';
import { documentsLink } from './statistics-url.ts';
import { useWords } from './use-words.ts';

/** Products, the goods they were made of, and losses. */
export function WorksTab({ query }: { query: Parameters<typeof ofWorks>[0] }) {
  const { t } = useTranslation('statistics');
  const words = useWords();
  const found = useQuery(ofWorks(query));
  const { data } = found;
  const drawing = useMemo(() => {
    const list = data?.list ?? [];
    const step = list.length > 1 && list.every(({ day }) => day.endsWith('-01')) ? 'month' : 'day';
    const one = (key: 'usedKg' | 'madeKg' | 'recycledKg' | 'recoveredKg', color: 1 | 2 | 3 | 7) => ({
      key,
      label: t(`works.${key}`),
      unit: 't',
      decimals: 2,
      color,
      values: list.map((each) => words.tonnes(each[key])),
    });
    return columns({
      category: t('dayName'),
      categories: list.map(({ day }) => ({ key: day, label: words.slot(day, step) })),
      series: [one('usedKg', 1), one('madeKg', 2), one('recycledKg', 3), one('recoveredKg', 7)],
      language: words.language,
    });
  }, [data, words, t]);
  if (found.error && !data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const sum = (name: 'usedKg' | 'madeKg' | 'recycledKg' | 'recoveredKg') =>
    (data?.list ?? []).reduce((all, each) => all + Number(each[name]), 0);
  const missing = (data?.differences ?? []).reduce((all, { missingKg }) => all + Number(missingKg), 0);
  const surplus = (data?.differences ?? []).reduce((all, { surplusKg }) => all + Number(surplusKg), 0);
  const lost = sum('recycledKg') - sum('recoveredKg');
  return (
    <>
      <StatRow>
        <StatTile
          label={t('works.products')}
          value={words.number(data?.list.reduce((all, { madePieces }) => all + madePieces, 0))}
          hint={t('works.productsText', { made: words.mass(sum('madeKg')), used: words.mass(sum('usedKg')) })}
          loading={!data}
        />
        <StatTile
          label={t('works.recovery')}
          value={words.share(sum('recoveredKg'), sum('recycledKg'))}
          hint={t('works.recoveryText', { lost: words.mass(lost) })}
          loading={!data}
        />
        <StatTile
          label={t('works.missing')}
          value={words.mass(missing)}
          unit="t"
          hint={t('works.surplusText', { surplus: words.mass(surplus) })}
          tone={missing > 0 ? 'warning' : 'neutral'}
          loading={!data}
        />
        <StatTile
          label={t('works.scrapped')}
          value={words.mass(data?.scrapped.kg ?? 0)}
          unit="t"
          hint={t('works.scrappedText', { pieces: words.number(data?.scrapped.pieces) })}
          loading={!data}
        />
      </StatRow>
      <Card title={t('works.title')} description={t('works.text')}>
        <Chart label={t('works.title')} drawing={drawing} loading={!data} />
      </Card>
      <div className={styles.two}>
        <Card title={t('works.steps')} padding={data?.steps.length ? 'flush' : 'normal'}>
          {data?.steps.length ? (
            <FiguresTable
              label={t('works.steps')}
              head={[t('kind'), t('works.used'), t('works.made'), t('works.madePieces'), t('works.share')]}
              rows={data.steps.map((step) => ({
                key: `${step.kind} ${step.preset}`,
                to:
                  step.preset === 'issued'
                    ? documentsLink('issue', { preset: 'production', ...query })
                    : documentsLink(step.kind, { ...query, preset: step.preset }),
                cells: [
                  step.words[words.of],
                  words.kg(step.usedKg),
                  step.preset === 'issued' ? NO_VALUE : words.kg(step.madeKg),
                  step.madePieces === 0 ? NO_VALUE : words.number(step.madePieces),
                  step.kind === 'recyclingRun'
                    ? words.share(Number(step.madeKg), Number(step.usedKg))
                    : NO_VALUE,
                ],
              }))}
            />
          ) : (
            <EmptyState compact title={t('none')} />
          )}
        </Card>
        <Card title={t('works.losses')} padding={data?.differences.length ? 'flush' : 'normal'}>
          {data?.differences.length ? (
            <FiguresTable
              label={t('works.losses')}
              head={[t('by.store'), t('works.missingKg'), t('works.surplusKg')]}
              rows={data.differences.map((each) => ({
                key: each.id,
                to: documentsLink('stockTake', { ...query, storeId: each.id }),
                cells: [each.name, words.kg(each.missingKg), words.kg(each.surplusKg)],
              }))}
            />
          ) : (
            <EmptyState compact title={t('works.noLosses')} />
          )}
        </Card>
      </div>
    </>
  );
}
