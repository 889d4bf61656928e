import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import { withoutPrefix } from '../../context/role-label.ts';
import { useAccount } from '../../context/use-account.ts';
import styles from './first-steps.module.css';
import type { Step } from './steps.ts';

interface StepRowProps {
  step: Step;
  /** Has the primary button. */
  isNext: boolean;
  onGo: () => void;
}

/** One first step: state, purpose, and link. */
export function StepRow({ step, isNext, onGo }: StepRowProps) {
  const { t } = useTranslation('firstSteps');
  const { kind } = useAccount();
  const login = useSession((session) => session.login);
  const { id, done, to, at, waits } = step;
  const title = t(`step.${id}.title`, { context: kind });
  const values = { parent: login?.parent_name ?? '', user: withoutPrefix(login?.user_name ?? '') };
  const look = {
    size: 'xs',
    variant: isNext ? 'filled' : 'default',
    className: styles.action,
    'aria-label': `${t(`step.${id}.action`)}: ${title}`,
    onClick: onGo,
  } as const;
  return (
    <li className={styles.step} data-done={done || undefined}>
      <span className={styles.mark}>
        {done ? (
          <IconCircleCheckFilled size={20} aria-hidden="true" />
        ) : (
          <IconCircle size={20} stroke={1.6} aria-hidden="true" />
        )}
        <span className="visually-hidden">{t(done ? 'done' : 'todo')}</span>
      </span>
      <span className={styles.what}>
        <span className={styles.name}>{title}</span>
        {!done && (
          <span className={styles.why}>
            {waits ? t(`step.${id}.waits`) : t(`step.${id}.text`, { context: kind, ...values })}
          </span>
        )}
      </span>
      {!done && !waits && to !== null && (
        <Button component={Link} to={to} {...look}>
          {t(`step.${id}.action`)}
        </Button>
      )}
      {!done && to === null && at !== null && !waits && <Button {...look}>{t(`step.${id}.action`)}</Button>}
    </li>
  );
}
