import { Button, NativeSelect, Text } from '@mantine/core';
import { two } from '@voltloop/domain/clock/clock-time.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';
import { HoursGrid } from './hours-grid.tsx';
import styles from './sites.module.css';
import { MAX_SEASONS, type SeasonDraft, withSeason } from './tariff-form.ts';

interface SeasonsEditorProps {
  /** Names of the rates. */
  rates: readonly string[];
  seasons: readonly SeasonDraft[];
  onChange: (seasons: SeasonDraft[]) => void;
}

/** Edits the hourly rates of each season; a season lasts until the next one begins. */
export function SeasonsEditor({ rates, seasons, onChange }: SeasonsEditorProps) {
  const { t } = useTranslation('sites');
  const { language } = useFormat();
  const change = (index: number, to: Partial<SeasonDraft>) =>
    onChange(seasons.map((season, i) => (i === index ? { ...season, ...to } : season)));
  const months = Array.from({ length: 12 }, (_, i) => ({
    value: two(i + 1),
    label: new Date(Date.UTC(2026, i, 15)).toLocaleDateString(language, { month: 'long', timeZone: 'UTC' }),
  }));
  const several = seasons.length > 1;
  return (
    <>
      <Text size="xs" c="var(--vl-ink-2)">
        {t('tariff.hoursHint')}
      </Text>
      <ul className={styles.legend} aria-hidden="true">
        {rates.map((name, rate) => (
          <li key={rate}>
            <span data-rate={rate} />
            {name}
          </li>
        ))}
      </ul>
      {seasons.map((season, i) => {
        const [month = '01', day = '01'] = season.from.split('-');
        return (
          <fieldset key={i} className={styles.season}>
            {several && <legend>{t('tariff.season', { n: i + 1 })}</legend>}
            {several && (
              <div className={styles.seasonHead}>
                <NativeSelect
                  size="xs"
                  label={t('tariff.seasonMonth')}
                  value={month}
                  onChange={(event) => change(i, { from: `${event.currentTarget.value}-${day}` })}
                  data={months}
                />
                <NativeSelect
                  size="xs"
                  label={t('tariff.seasonDay')}
                  value={day}
                  onChange={(event) => change(i, { from: `${month}-${event.currentTarget.value}` })}
                  data={Array.from({ length: 31 }, (_, at) => ({
                    value: two(at + 1),
                    label: String(at + 1),
                  }))}
                />
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`${t('tariff.removeSeason')}: ${t('tariff.season', { n: i + 1 })}`}
                  onClick={() => onChange(seasons.filter((_, at) => at !== i))}
                >
                  {t('tariff.removeSeason')}
                </Button>
              </div>
            )}
            <HoursGrid
              label={t('tariff.workdays')}
              rates={rates}
              hours={season.workdays}
              onChange={(workdays) => change(i, { workdays })}
            />
            <HoursGrid
              label={t('tariff.weekend')}
              rates={rates}
              hours={season.weekend}
              onChange={(weekend) => change(i, { weekend })}
            />
          </fieldset>
        );
      })}
      <Button
        size="xs"
        variant="default"
        className={styles.addSeason}
        disabled={seasons.length >= MAX_SEASONS}
        onClick={() => onChange(withSeason(seasons))}
      >
        {t('tariff.addSeason')}
      </Button>
    </>
  );
}
