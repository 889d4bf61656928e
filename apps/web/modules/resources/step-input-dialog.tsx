import { useQuery } from '@tanstack/react-query';
import { followedLines, type Step, stepForm, type Values } from '@voltloop/resource-kit';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.ts';
import { Dialog } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { localized } from './fields.ts';
import { insertBody } from './form/form-values.ts';
import { RecordForm } from './form/record-form.tsx';
import { usePageOf } from './loaded.ts';
import { oneRow } from './queries.ts';

interface StepInputDialogProps {
  /** Name of the resource. */
  name: string;
  step: Step;
  /** Id of the row, or of the first of several. */
  id: string;
  title: string;
  onClose: () => void;
  onSubmit: (values: Values) => Promise<void>;
}

const WIDE_PX = 1120;

/** Asks for the input of a step before it is taken. */
export default function StepInputDialog({ name, step, id, title, onClose, onSubmit }: StepInputDialogProps) {
  const { i18n } = useTranslation('backoffice');
  const loaded = usePageOf(name);
  const stepLoaded = useMemo(
    () => ({ ...loaded, resource: stepForm(loaded.resource, step) }),
    [loaded, step],
  );
  const following = useMemo(
    () =>
      Object.entries(stepLoaded.resource.fields).flatMap(([name, field]) =>
        field.kind === 'lines' && field.follows ? [{ name, field }] : [],
      ),
    [stepLoaded],
  );
  const row = useQuery({ ...oneRow(loaded, id), enabled: following.length > 0 });
  const given = useMemo(
    () =>
      row.data &&
      Object.fromEntries(
        following.map(({ name, field }) => {
          // The values entered at the earlier step are shown again.
          const own = { ...field, follows: [...(field.follows ?? []), name] };
          return [name, followedLines(own, row.data)];
        }),
      ),
    [row.data, following],
  );
  const form = (
    <RecordForm
      plain
      loaded={stepLoaded}
      row={null}
      {...(given ? { given } : {})}
      label={title}
      submitLabel={localized(step.label, i18n.language)}
      onCancel={onClose}
      onSubmit={async (values) => {
        await onSubmit(insertBody(stepLoaded.resource, values)).catch((error: unknown) => {
          throw atInputs(error);
        });
        onClose();
      }}
    />
  );
  const wide = Object.values(stepLoaded.resource.fields).some(({ kind }) => kind === 'lines');
  return (
    <Dialog opened onClose={onClose} title={title} {...(wide ? { size: WIDE_PX } : {})}>
      {following.length === 0 || given ? form : <QueryPlaceholder of={row} rows={4} />}
    </Dialog>
  );
}

/**
 * Maps an error of the call to the inputs of this form: `values.invoiceNo` and `ids.0.invoiceNo` become
 * `invoiceNo`.
 */
function atInputs(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fields.map((field) => ({
    ...field,
    path: field.path.replace(/^(values|ids\.0)\./, ''),
  }));
  return new ApiError(error.status, error.code, error.message, fields, error.body);
}
