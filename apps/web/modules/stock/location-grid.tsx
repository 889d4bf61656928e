import type { StockLocation } from '@voltloop/contract/calls/stock.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';
import { amountOf, fillOf } from './fill.ts';
import styles from './stock.module.css';
import { useAmounts } from './use-amounts.ts';

interface LocationGridProps {
  locations: readonly StockLocation[];
  filter: { chemistry: string | null; condition: string | null };
  /** Code of the selected one, or null. */
  chosen: string | null;
  onChoose: (code: string | null) => void;
}

/** The locations of a store as a grid with their fill levels, dimming those without matches of the filter. */
export function LocationGrid({ locations, filter, chosen, onChoose }: LocationGridProps) {
  return (
    <ul className={styles.grid}>
      {locations.map((location) => (
        <li key={location.code}>
          <Tile
            location={location}
            filter={filter}
            chosen={chosen === location.code}
            onClick={() => onChoose(chosen === location.code ? null : location.code)}
          />
        </li>
      ))}
    </ul>
  );
}

interface TileProps {
  location: StockLocation;
  filter: LocationGridProps['filter'];
  chosen: boolean;
  onClick: () => void;
}

function Tile({ location, filter, chosen, onClick }: TileProps) {
  const { t } = useTranslation('stock');
  const { number } = useFormat();
  const { count, mass } = useAmounts();
  const { code, kg, maxKg, listed, note, chemistries, parts } = location;
  const fill = fillOf(kg, maxKg);
  const left = amountOf(parts, filter);
  const filtered = filter.chemistry !== null || filter.condition !== null;
  const state = !listed
    ? t('unlisted')
    : fill === null || code === ''
      ? null
      : t('bears', { mass: mass(maxKg ?? 0) });
  return (
    <button
      type="button"
      className={styles.tile}
      aria-pressed={chosen}
      data-tone={fill?.tone}
      data-aside={(filtered && left.kg === 0) || undefined}
      data-empty={Number(kg) === 0 || undefined}
      title={[note, chemistries].filter(Boolean).join(' · ') || undefined}
      onClick={onClick}
    >
      <span
        className={styles.level}
        style={{ height: `${Math.min(fill?.pct ?? 0, 100)}%` }}
        aria-hidden="true"
      />
      <span className={styles.tileHead}>
        <span className={styles.tileCode}>{code || t('notPutAway')}</span>
        {fill && <span className={styles.tilePct}>{number(fill.pct)} %</span>}
      </span>
      <span className={styles.tileAmount}>
        {left.kg > 0 || left.pieces > 0
          ? `${mass(left.kg)} · ${count(left)}`
          : t(Number(kg) > 0 ? 'noneOfIt' : 'empty')}
      </span>
      <span className={styles.tileNote}>
        {state}
        {fill && fill.tone !== 'ok' && <span className={styles.tileTone}> {t(`tone.${fill.tone}`)}</span>}
      </span>
    </button>
  );
}
