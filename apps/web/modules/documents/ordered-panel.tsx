import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { formatDecimal, useFormat } from '../../ui/index.ts';
import styles from './ordered-panel.module.css';
import { type Ordered, ordered } from './queries.ts';
import type { Verdict, Verdicts } from './verdicts.ts';

/** Throttles the refetch: scans come faster than the order loads. */
const SETTLES_ms = 300;

/** The progress of an open sale's order, refetched when its lines have been saved. */
export function useOrdered(kind: string, id: string, enabled: boolean, saves: number): Ordered | undefined {
  const [settledSaves] = useDebouncedValue(saves, SETTLES_ms);
  return useQuery({ ...ordered(kind, id, settledSaves), enabled, placeholderData: keepPreviousData }).data;
}

/** The verdicts of the check, with those for goods that the order does not contain. */
export function useWithSurplus(verdicts: Verdicts, found: Ordered | undefined): Verdicts {
  return useMemo(() => {
    if (!found || found.surplus.length === 0) return verdicts;
    const surplus = found.surplus.map(({ clientKey, key, message }): [string, Verdict] => [
      clientKey,
      { tone: 'refused', message: key || message },
    ]);
    return new Map([...verdicts, ...surplus.filter(([key]) => verdicts.get(key)?.tone !== 'refused')]);
  }, [verdicts, found]);
}

/** The lines of the order: how much of each this sale covers, and what is still missing. */
export function OrderedPanel({ found }: { found: Ordered }) {
  const { t } = useTranslation('documents');
  const { language } = useFormat();
  const of = languageOf(language);
  if (found.lines.length === 0) return null;
  const all = found.lines.every(({ missing }) => missing === '0');
  return (
    <div className={styles.order}>
      <p role="status" className={styles.state} data-tone={all ? 'ok' : 'open'}>
        {all ? t('ordered.complete') : t('ordered.title')}
        {found.surplus.length > 0 && (
          <span className={styles.surplus}>{t('ordered.surplus', { count: found.surplus.length })}</span>
        )}
      </p>
      <ul className={styles.lines}>
        {found.lines.map((line) => {
          const { place, quantity, shipped, here, missing, unit } = line;
          const amount = (text: string) => formatDecimal(text, 0, of);
          const done = (Number(shipped) + Number(here)) / (Number(quantity) || 1);
          return (
            <li key={place} data-done={missing === '0' || undefined}>
              <span className={styles.goods}>
                {place}. {goodsOf(line, of)}
              </span>
              <progress className={styles.bar} max={1} value={Math.min(done, 1)} aria-hidden="true" />
              <span className={styles.amounts}>
                {t('ordered.line', {
                  quantity: amount(quantity),
                  shipped: amount(shipped),
                  here: amount(here),
                  unit: optionLabel('orderUnit', unit, of),
                })}
              </span>
              <span className={styles.missing}>
                {missing === '0' ? t('ordered.full') : t('ordered.missing', { missing: amount(missing) })}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const goodsOf = (
  { productType, material, category, cascadeType }: Ordered['lines'][number],
  language: 'en' | 'zh',
): string =>
  [
    productType === null
      ? optionLabel('lotMaterial', material, language)
      : optionLabel('productType', productType, language),
    category,
    cascadeType === null ? null : optionLabel('cascadeType', cascadeType, language),
  ]
    .filter(Boolean)
    .join(' · ');
