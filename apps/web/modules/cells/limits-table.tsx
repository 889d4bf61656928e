import type { Limits } from '@voltloop/domain/matching/limits.ts';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import styles from './testing.module.css';

const names = [
  'capacity_pct',
  'dcir_pct',
  'ocv_mV',
  'selfDischarge_pct',
  'age_months',
  'cycles_pct',
] as const satisfies readonly (keyof Limits)[];
const sides = ['series', 'parallel'] as const;

/** Limits within the groups that are connected in parallel, and between those in series. */
export type BothLimits = Record<(typeof sides)[number], Limits>;

/** As typed: a text where it is not a number. */
export type TypedLimits = Record<(typeof sides)[number], Record<keyof Limits, number | string>>;

/** The limits if all of them are numbers. */
export function limitsOf(typed: TypedLimits): BothLimits | null {
  const { series, parallel } = typed;
  const given = sides.every((side) =>
    names.every((name) => typeof typed[side][name] === 'number' && typed[side][name] > 0),
  );
  // The limits of the tenant also have those of packs, which the call does not take.
  return given ? ({ series, parallel } as BothLimits) : null;
}

interface LimitsTableProps {
  limits: TypedLimits;
  onChange: (limits: TypedLimits) => void;
}

/** The limits for differences between members of a pack. */
export function LimitsTable({ limits, onChange }: LimitsTableProps) {
  const { t } = useTranslation('testing');
  return (
    <table className={styles.limits}>
      <caption>{t('limit.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('limit.measure')}</th>
          {sides.map((side) => (
            <th key={side} scope="col">
              {t(`limit.${side}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{t(`limit.${name}`)}</th>
            {sides.map((side) => (
              <td key={side}>
                <DecimalInput
                  size="xs"
                  aria-label={t('limit.of', { measure: t(`limit.${name}`), side: t(`limit.${side}`) })}
                  value={limits[side][name]}
                  onChange={(value) => onChange({ ...limits, [side]: { ...limits[side], [name]: value } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
