import type { VisualData } from '@voltloop/contract/calls/insight.ts';
import { provinces, TILE_COLUMNS } from '@voltloop/domain/regions/provinces.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { useFormat } from '../../ui/index.ts';
import styles from './wall-page.module.css';

const TONNE_KG = 1000;
/** Minimum share of the colour for a province with any stock. */
const LEAST = 0.22;

/** Provinces as equal tiles, roughly in geographic position; a stronger colour means more stock. */
export function ProvinceGrid({ regions }: Pick<VisualData, 'regions'>) {
  const { t } = useTranslation('visual');
  const { number, language } = useFormat();
  const of = languageOf(language);
  const known = new Map(regions.map((each) => [each.key, each]));
  const most = Math.max(1, ...regions.map(({ kg }) => Number(kg)));
  const mass = (kg: number) => number(kg / TONNE_KG, kg < 100 * TONNE_KG ? 1 : 0);
  return (
    <ul className={styles.grid} style={{ ['--columns' as string]: TILE_COLUMNS }}>
      {provinces.map((province) => {
        const { kg = '0', sites = 0 } = known.get(province.code) ?? {};
        const [column, row] = province.tile;
        const share = Number(kg) > 0 ? LEAST + (1 - LEAST) * Math.sqrt(Number(kg) / most) : 0;
        return (
          <li
            key={province.code}
            className={styles.province}
            data-has={Number(kg) > 0 || sites > 0 || undefined}
            style={{ gridColumn: column + 1, gridRow: row + 1, ['--share' as string]: `${share * 100}%` }}
            title={t('tile', { name: province[of], mass: mass(Number(kg)), sites: number(sites) })}
          >
            <span className={styles.name}>{province[of]}</span>
            {(Number(kg) > 0 || sites > 0) && <span className={styles.mass}>{mass(Number(kg))}</span>}
          </li>
        );
      })}
    </ul>
  );
}
