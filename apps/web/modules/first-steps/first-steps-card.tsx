import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { updatePreferences } from '@voltloop/contract/calls/accounts.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { call } from '../../api/call.ts';
import { savePreferences } from '../../api/load-self.ts';
import { useMayOpen } from '../../context/may-open.ts';
import { useAccount } from '../../context/use-account.ts';
import { Card, ErrorState, SkeletonRows, useFormat } from '../../ui/index.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './first-steps.module.css';
import { pointAt } from './pointing.ts';
import * as queries from './queries.ts';
import { StepRow } from './step-row.tsx';
import { isVisitStep, nextOf, type Step, stepsOf } from './steps.ts';

/** The onboarding checklist of a new account, each step with a link; ticked by facts. */
export function FirstStepsCard() {
  const { t } = useTranslation('firstSteps');
  const { number } = useFormat();
  const { id, kind } = useAccount();
  const client = useQueryClient();
  const mayOpen = useMayOpen();
  const facts = useQuery(queries.facts(id));
  const seen = useQuery({ ...queries.seen(id), enabled: kind === 'staff' });
  const visited = kind === 'staff' ? seen.data : NONE;
  const steps = facts.data && visited && stepsOf({ kind, facts: facts.data, seen: visited, mayOpen });
  const done = steps?.filter((step) => step.done).length ?? 0;
  const complete = steps !== undefined && done === steps.length;
  const failed = [facts, seen].find((each) => each.isError && !each.data);
  useSaveAsDone(complete);
  const card = useFocusOnRequest();
  const [busy, setBusy] = useState(false);

  const end = async (first_steps: 'skipped' | 'done') => {
    setBusy(true);
    try {
      await savePreferences({ first_steps });
      focusTitle();
      if (first_steps === 'skipped') toast.info({ ns: 'firstSteps', key: 'skipped' });
    } catch (error) {
      notifyError(error);
      setBusy(false);
    }
  };
  const go = (step: Step) => {
    if (step.at !== null) pointAt({ step: step.id, path: step.to?.split('?')[0] ?? null, selector: step.at });
    if (!isVisitStep(step.id) || !visited || visited.includes(step.id)) return;
    const next = [...visited, step.id];
    client.setQueryData(queries.seen(id).queryKey, next);
    queries.saveSeen(next).catch(notifyError);
  };
  const next = steps && nextOf(steps);
  return (
    <div ref={card} tabIndex={-1} className={styles.card}>
      <Card
        title={t('title')}
        description={
          <span role="status">
            {steps &&
              (complete ? t('allDone') : t('progress', { done: number(done), all: number(steps.length) }))}
          </span>
        }
        tools={
          <Button
            variant="default"
            size="xs"
            loading={busy}
            onClick={() => void end(complete ? 'done' : 'skipped')}
          >
            {t(complete ? 'close' : 'skip')}
          </Button>
        }
      >
        {failed ? (
          <ErrorState compact error={failed.error} onRetry={() => void failed.refetch()} />
        ) : steps ? (
          <ol className={styles.steps}>
            {steps.map((step) => (
              <StepRow key={step.id} step={step} isNext={step === next} onGo={() => go(step)} />
            ))}
          </ol>
        ) : (
          <SkeletonRows rows={5} />
        )}
      </Card>
    </div>
  );
}

const NONE: readonly string[] = [];

/** Completed steps are saved as done immediately; the card stays until it is closed or the page is left. */
function useSaveAsDone(complete: boolean): void {
  useEffect(() => {
    if (complete) call(updatePreferences, { body: { first_steps: 'done' } }).catch(() => {});
  }, [complete]);
}

/** Focuses the card when the first steps were opened from the user menu. */
function useFocusOnRequest() {
  const card = useRef<HTMLDivElement>(null);
  const { state, key } = useLocation();
  const requested = (state as { firstSteps?: boolean } | null)?.firstSteps === true;
  useEffect(() => {
    if (!requested) return;
    // After the frame has focused the title of the opened page.
    const timer = setTimeout(() => {
      card.current?.focus({ preventScroll: true });
      card.current?.scrollIntoView({ block: 'nearest' });
    }, 50);
    return () => clearTimeout(timer);
  }, [requested, key]);
  return card;
}

/** The focused button disappears: screen readers continue at the page title. */
function focusTitle(): void {
  const titles = [...document.querySelectorAll<HTMLElement>('[data-page-title]')];
  titles.find((each) => each.getClientRects().length > 0)?.focus({ preventScroll: true });
}
