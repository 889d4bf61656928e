import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { deletionCauses, type Resource, rightOfStep, type Step, type While } from '@voltloop/resource-kit';
import { lazy, Suspense, useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ConfirmDialog, ErrorWords } from '../../ui/index.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useLast } from '../../ui/use-last.ts';
import { localized } from './fields.ts';
import { inSentence } from './in-sentence.ts';
import type { Loaded } from './loaded.ts';
import { rowsChanged } from './queries.ts';
import type { Rights } from './use-rights.ts';
import { type ActionReason, useStep } from './use-step.ts';
import type { Action, Row, StepViews } from './views.ts';

/** Loaded when a step needs input, which is rare. */
const StepInputDialog = lazy(() => import('./step-input-dialog.tsx'));
/** Loaded when rows are deleted or scrapped. */
const ReasonDialog = lazy(() => import('./reason-dialog.tsx'));
/** Loaded when a step returns warnings. */
const StepWarnings = lazy(() => import('./step-warnings.tsx'));

/** The requested action and its rows. */
export type RowRequest = { ids: readonly string[]; title?: string | undefined } & (
  | { what: 'delete' }
  | { what: 'step'; name: string }
  | { what: 'action'; action: Extract<Action, { Run: unknown }> }
);

/** The steps that a user with these rights can take in the row's state. */
export function stepsFrom(resource: Resource, row: Row, { has }: Pick<Rights, 'has'>): [string, Step][] {
  const { life } = resource;
  if (!life) return [];
  const state = String(row[life.field]);
  return Object.entries(life.steps).filter(
    ([, step]) =>
      step.from.some((each) => String(each) === state) &&
      isMet(step.when, row) &&
      has(rightOfStep(resource, step)),
  );
}

const isMet = (when: While | undefined, row: Row) =>
  !when || when.is.some((each) => String(each) === String(row[when.field]));

/** Whether a row may be edited and deleted in its state. */
export function isOpen({ life }: Resource, row: Row): boolean {
  const inState = !life?.editable || life.editable.some((each) => String(each) === String(row[life.field]));
  return inState && isMet(life?.editableWhen, row);
}

const needsConfirmation = (step: Step | undefined) =>
  step?.confirm === true || step?.danger === true || step?.input !== undefined;

interface RowActionsProps {
  loaded: Loaded;
  request: RowRequest | null;
  onClose: () => void;
  onDeleted?: (ids: readonly string[]) => void;
  /** With several rows, those that caused the refusal; the step was then taken for none. */
  onRefused?: (ids: ReadonlySet<string>) => void;
  /** On the row's page. */
  steps?: StepViews | undefined;
}

/**
 * The dialogs behind the buttons of rows: delete with undo, steps of the life cycle, and the resource's own
 * actions.
 */
export function RowActions({ loaded, request, onClose, onDeleted, onRefused, steps }: RowActionsProps) {
  const { t, i18n } = useTranslation('backoffice');
  const client = useQueryClient();
  const general = useContext(ErrorWords);
  const describe = steps?.describe ?? general;
  const { resource, calls } = loaded;
  const shown = useLast(request);
  const invalidate = () => void rowsChanged(client);
  const count = shown?.ids.length ?? 0;
  const what = {
    what: inSentence(localized(count === 1 ? resource.one : resource.many, i18n.language)),
    count,
  };
  const named = shown?.title ? { ...what, title: shown.title } : what;

  const remove = async (ids: readonly string[], title: string | undefined, why: ActionReason) => {
    // The dialog only lists causes of deletions.
    const cause = why.cause as (typeof deletionCauses)[number];
    await call(calls.remove, { body: { ...why, ids: [...ids], cause } });
    onDeleted?.(ids);
    invalidate();
    const restore = async () => {
      try {
        await call(calls.restore, { body: { ids: [...ids] } });
        toast.success({ ns: 'backoffice', key: 'delete.restored', values: { count: String(ids.length) } });
      } catch (error) {
        notifyError(error);
      }
      invalidate();
    };
    toast.undoable(
      {
        ns: 'backoffice',
        key: title ? 'delete.doneOne' : 'delete.doneMany',
        values: { title: title ?? '', count: String(ids.length) },
      },
      { run: () => void restore(), otherwise: () => undefined },
    );
  };
  const { step, reason, setReason, warnings, refused, forget } = useStep(
    loaded,
    invalidate,
    onRefused,
    steps,
  );
  const warned = warnings.length > 0;
  const overrides = warnings.some((each) => each.overrides);
  const close = () => {
    forget();
    onClose();
  };
  // A step without confirmation runs immediately for one row, never for several.
  const runsImmediately =
    request?.what === 'step' &&
    request.ids.length === 1 &&
    !needsConfirmation(resource.life?.steps[request.name]);
  const latest = useRef({ step, onClose });
  latest.current = { step, onClose };
  useEffect(() => {
    if (!runsImmediately || request?.what !== 'step') return;
    latest.current
      .step(request.name, request.ids)
      .catch((error: unknown) => toast.warning({ text: describe(error) }));
    latest.current.onClose();
  }, [runsImmediately, request]);
  const taken = shown?.what === 'step' ? resource.life?.steps[shown.name] : undefined;
  const needsReason = taken?.danger === true || (overrides && !refused);
  const label = taken ? localized(taken.label, i18n.language) : '';
  const Run = request?.what === 'action' ? request.action.Run : null;

  return (
    <ErrorWords value={describe}>
      {request?.what === 'delete' && (
        <Suspense>
          <ReasonDialog
            title={t(request.title ? 'delete.titleOne' : 'delete.titleMany', named)}
            text={t('delete.text')}
            confirmLabel={t('delete.confirm')}
            offered={deletionCauses}
            onClose={onClose}
            onConfirm={(why) => remove(request.ids, request.title, why)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        opened={request?.what === 'step' && !runsImmediately && !taken?.input && !taken?.causes}
        onClose={close}
        danger={taken?.danger === true}
        disabled={(warned && refused) || (needsReason && reason.trim() === '')}
        title={t(shown?.title ? 'step.titleOne' : 'step.titleMany', {
          ...named,
          step: label,
        })}
        confirmLabel={warned ? t('warnings.confirm', { step: label }) : label}
        onConfirm={() => (request?.what === 'step' ? step(request.name, request.ids) : undefined)}
      >
        {warned ? (
          <Suspense>
            <StepWarnings resource={resource.name} warnings={warnings} refused={refused} />
          </Suspense>
        ) : (
          t(taken?.danger ? 'step.textDanger' : 'step.text')
        )}
        {needsReason && (
          <Textarea
            mt="sm"
            label={t(overrides ? 'warnings.reason' : 'step.reason')}
            required
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
        )}
      </ConfirmDialog>
      {request?.what === 'step' && taken?.causes && (
        <Suspense>
          <ReasonDialog
            title={t(request.title ? 'step.titleOne' : 'step.titleMany', { ...named, step: label })}
            text={t('step.textFinal')}
            confirmLabel={label}
            offered={taken.causes}
            onClose={onClose}
            onConfirm={(why) => step(request.name, request.ids, undefined, why)}
          />
        </Suspense>
      )}
      {request?.what === 'step' && taken?.input && (
        <Suspense>
          <StepInputDialog
            name={resource.name}
            step={taken}
            id={request.ids[0] ?? ''}
            title={t(shown?.title ? 'step.titleOne' : 'step.titleMany', {
              ...named,
              step: label,
            })}
            onClose={close}
            onSubmit={async (values) => {
              await step(request.name, request.ids, values);
            }}
          />
        </Suspense>
      )}
      {Run && request && (
        <Run resource={resource} ids={request.ids} onClose={onClose} onChanged={invalidate} />
      )}
    </ErrorWords>
  );
}
