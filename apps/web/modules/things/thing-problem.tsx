import { ATTENTION_LEVEL, type Thing } from '@voltloop/contract/calls/things.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { NO_VALUE, RelativeTime, StatusBadge, useFormat } from '../../ui/index.ts';
import { levelOf } from './event-level.tsx';
import styles from './thing-problem.module.css';

type WithProblem = Pick<Thing, 'problem' | 'active_events' | 'time_zone'>;

/** Levels that a list can be filtered by, most requested first. */
export const problemLevels = [ATTENTION_LEVEL, 3, 1] as const;

/** The name of a device's worst active event, with its level as icon and for screen readers. */
export function ProblemName({
  problem,
  wrap = false,
}: {
  problem: NonNullable<Thing['problem']>;
  wrap?: boolean;
}) {
  const { t } = useTranslation('things');
  const { language } = useFormat();
  const { name, tone } = levelOf(problem.level);
  const text = problem.name[languageOf(language)];
  return (
    <span className={styles.name} data-wrap={wrap || undefined} title={text}>
      <span className="visually-hidden">{t(`level.${name}`)} </span>
      <StatusBadge tone={tone} variant="plain" wrap={wrap}>
        {text}
      </StatusBadge>
    </span>
  );
}

/**
 * A device's worst problem and its begin, as a cell of a list.
 * @param wrap Whether a long name takes several lines: only where rows may have different heights.
 */
export function ThingProblem({ thing, wrap = false }: { thing: WithProblem; wrap?: boolean }) {
  const { t } = useTranslation('things');
  const { problem, active_events: active } = thing;
  if (!problem) return <span className={styles.none}>{NO_VALUE}</span>;
  return (
    <span className={styles.cell}>
      <ProblemName problem={problem} wrap={wrap} />
      <span className={styles.since}>
        <RelativeTime time={problem.since} zone={thing.time_zone} />
        {active > 1 && ` · ${t('problem.more', { count: active - 1 })}`}
      </span>
    </span>
  );
}
