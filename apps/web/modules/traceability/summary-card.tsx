import type { Life } from '@voltloop/contract/calls/traceability.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card } from '../../ui/index.ts';
import { StageSteps } from '../../ui/stage-steps.tsx';
import { tracePath } from '../resources/index.ts';
import { ConditionBadge, PlaceName, useAmounts } from '../stock/index.ts';
import { stagesOf } from './stages.ts';
import styles from './traceability.module.css';
import { useLifeWords } from './words.ts';

/** The record, its current place, and its stages. */
export function SummaryCard({ life }: { life: Life }) {
  const { t } = useTranslation('traceability');
  const words = useLifeWords();
  const { kg } = useAmounts();
  const { subject, now, inside, states } = life;
  const facts = [
    [t('fact.grade'), subject.grade],
    [t('fact.soh'), subject.sohPct && `${subject.sohPct} %`],
    [t('fact.formerCodes'), subject.formerCodes.join(' ')],
  ].filter(([, value]) => value);
  const single = subject.kind === 'battery' || subject.kind === 'lot';
  return (
    <Card>
      <dl className={styles.facts}>
        {single && (
          <div>
            <dt>{t('fact.now')}</dt>
            <dd>
              {inside && (
                <span className={styles.place}>
                  {t('fact.inside')}{' '}
                  <Link className={`${styles.link} ${styles.code}`} to={tracePath(inside.kind, inside.id)}>
                    {inside.code}
                  </Link>
                </span>
              )}
              {now.length === 0 && !inside && t('fact.nowhere')}
              {now.map(({ place, condition, kg: mass }) => (
                <span
                  key={`${place.kind} ${place.storeId} ${place.code} ${place.name} ${condition}`}
                  className={styles.place}
                >
                  <PlaceName place={place} />
                  {place.kind === 'location' && <ConditionBadge condition={condition} />}
                  <span className={styles.quiet}>{kg(mass)}</span>
                </span>
              ))}
            </dd>
          </div>
        )}
        {!single && (
          <div>
            <dt>{t('fact.goods')}</dt>
            <dd>
              {t('fact.count', { count: subject.items })}
              {states.map(({ state, count }) => (
                <span key={state} className={styles.place}>
                  {words.state('battery', state)} <span className={styles.quiet}>× {count}</span>
                </span>
              ))}
            </dd>
          </div>
        )}
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <StageSteps
        label={t('stages')}
        stages={stagesOf(life).map(({ name, state, day }) => ({
          id: name,
          label: t(`stage.${name}`),
          state,
          note: day,
        }))}
      />
    </Card>
  );
}
