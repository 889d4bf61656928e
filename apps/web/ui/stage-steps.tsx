import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './stage-steps.module.css';

export interface Stage {
  id: string;
  label: ReactNode;
  /** Past, current, future, or failed. */
  state: 'done' | 'current' | 'next' | 'wrong';
  /** Small print below the label: who, when, why. */
  note?: ReactNode;
}

/** More stages than these do not fit side by side on phones, with user and time below each. */
const MANY = 2;

/** The stages of a record, with the current one marked. */
export function StageSteps({ label, stages }: { label: string; stages: readonly Stage[] }) {
  return (
    <ol className={styles.steps} aria-label={label} data-many={stages.length > MANY || undefined}>
      {stages.map(({ id, label: name, state, note }, index) => (
        <li
          key={id}
          className={styles.step}
          data-state={state}
          aria-current={state === 'current' || state === 'wrong' ? 'step' : undefined}
        >
          <span className={styles.mark} aria-hidden="true">
            {state === 'done' ? (
              <IconCheck size={14} stroke={2.4} />
            ) : state === 'wrong' ? (
              <IconX size={14} stroke={2.4} />
            ) : (
              index + 1
            )}
          </span>
          <span className={styles.text}>
            <span className={styles.label}>{name}</span>
            {note && <span className={styles.note}>{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
