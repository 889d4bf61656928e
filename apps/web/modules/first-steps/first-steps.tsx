import { lazy, Suspense } from 'react';
import { useSession } from '../../api/session.ts';
import { SkeletonLine } from '../../ui/index.ts';
import styles from './first-steps.module.css';

const FirstStepsCard = lazy(async () => ({
  default: (await import('./first-steps-card.tsx')).FirstStepsCard,
}));

/** The first steps of the signed-in account, until skipped or done. */
export function FirstSteps() {
  const open = useSession(({ login }) => login?.first_steps === 'open');
  if (!open) return null;
  return (
    <div className={styles.place}>
      <Suspense fallback={<SkeletonLine height={320} />}>
        <FirstStepsCard />
      </Suspense>
    </div>
  );
}
