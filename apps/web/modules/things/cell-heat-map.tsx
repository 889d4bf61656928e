import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';
import styles from './cell-heat-map.module.css';
import { extremes, heatColor, heatOf, heatScale } from './heat-scale.ts';
import type { Cell } from './packs.ts';

export interface CellHeatMapProps {
  /** 'Cell voltage' */
  label: string;
  cells: readonly Cell[];
  unit: string;
  decimals: number;
  /** Width of the narrowest colour scale, in `unit`: smaller differences are noise. */
  narrowest: number;
  /** A spread above this is highlighted. */
  wideSpread: number;
  /** Cells that are being balanced. */
  balancing?: ReadonlySet<number>;
}

/**
 * The cells of a pack as coloured fields with their values. The colour shows the distance from the median; values,
 * marks and spread show the same without colour.
 */
export function CellHeatMap(props: CellHeatMapProps) {
  const { label, cells, unit, decimals, narrowest, wideSpread, balancing } = props;
  const { t } = useTranslation('things');
  const { number } = useFormat();
  const scale = heatScale(cells, narrowest);
  if (!scale) return null;
  const { highest, lowest } = extremes(cells);
  const wide = scale.spread > wideSpread;

  return (
    <figure className={styles.map} aria-label={label}>
      <figcaption className={styles.head}>
        <span className={styles.title}>{label}</span>
        <span className={styles.spread} data-wide={wide || undefined}>
          {t('packs.spread')}{' '}
          <strong>
            {number(scale.spread, decimals)} {unit}
          </strong>
          {wide && ` · ${t('packs.wide')}`}
        </span>
      </figcaption>
      <ol className={styles.cells}>
        {cells.map((cell) => {
          const extreme = cell.no === highest ? 'highest' : cell.no === lowest ? 'lowest' : undefined;
          const difference = cell.value - scale.median;
          return (
            <li
              key={cell.no}
              className={styles.cell}
              data-extreme={extreme}
              style={{ background: heatColor(heatOf(cell.value, scale)) }}
              title={`${t('packs.cell', { no: cell.no })}: ${number(cell.value, decimals)} ${unit} (${
                difference > 0 ? '+' : ''
              }${number(difference, decimals)})`}
            >
              <span className={styles.no}>
                <span className="visually-hidden">{t('packs.cell', { no: '' })}</span>
                {cell.no}
              </span>
              <span className={styles.value}>{number(cell.value, decimals)}</span>
              {extreme && (
                <span className={styles.mark}>
                  <span aria-hidden="true">{extreme === 'highest' ? '▲' : '▼'}</span>
                  <span className="visually-hidden">{t(`packs.${extreme}`)}</span>
                </span>
              )}
              {balancing?.has(cell.no) && (
                <span className={styles.balancing}>
                  <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
                    <circle cx="4" cy="4" r="3" fill="var(--vl-ink)" />
                  </svg>
                  <span className="visually-hidden">{t('packs.balancing')}</span>
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <div className={styles.legend} aria-hidden="true">
        <span>{number(scale.low, decimals)}</span>
        <span
          className={styles.ramp}
          style={{
            background: `linear-gradient(90deg, ${[-1, -0.5, 0, 0.5, 1].map(heatColor).join(', ')})`,
          }}
        />
        <span>
          {number(scale.high, decimals)} {unit}
        </span>
        <span>
          ▲ {t('packs.highest')} · ▼ {t('packs.lowest')}
          {balancing && balancing.size > 0 && ` · ● ${t('packs.balancing')}`}
        </span>
      </div>
    </figure>
  );
}
